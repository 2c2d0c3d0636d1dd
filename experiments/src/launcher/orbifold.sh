#!/bin/sh
# Starts orbifold. JAVA_HOME or the PATH chooses the Java; JAVA_OPTS and ORBIFOLD_OPTS are options for it.
@HEAD@
# Exact inference may use most of the machine's memory.
options='-XX:MaxRAMPercentage=80'
# Unless another garbage collector is asked for, it is the parallel one: a short command on a large model takes a
# quarter less time than with G1. Four fifths of its heap are for old objects: tables may have two thirds of all.
case "${JAVA_OPTS:-} ${ORBIFOLD_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" in
    *-XX:+Use*GC*) ;;
    *) options="$options -XX:+UseParallelGC -XX:NewRatio=4" ;;
esac
# Class-data sharing, where orbifold-archive was run for this folder and this Java.
if [ -r "$archive.txt" ] && { read -r made_in && read -r made_by; } < "$archive.txt" \
        && [ "$made_in" = "$home" ] && [ "$made_by" = "$java" ]; then
    options="$options \"-XX:SharedArchiveFile=\$archive\" -Xshare:auto -Xlog:cds=off"
fi
# Evaluated, so that options may be quoted.
eval "exec \"\$java\" $options ${JAVA_OPTS:-} ${ORBIFOLD_OPTS:-} -cp \"\$classpath\" @MAIN@ \"\$@\""
