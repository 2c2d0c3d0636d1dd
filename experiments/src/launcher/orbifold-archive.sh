#!/bin/sh
# Makes the archive of loaded classes from which orbifold starts in half of the time. Run it once, and again after an
# update of Java or a move of this folder; orbifold works without it.
set -eu
@HEAD@
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$archive" "$archive.txt"
make() {
    "$java" -XX:DumpLoadedClassList="$work/classes" -cp "$classpath" @WARM_UP@ "$work" \
        && "$java" -Xshare:dump -XX:SharedClassListFile="$work/classes" -XX:SharedArchiveFile="$archive" \
            -cp "$classpath"
}
if ! make > "$work/log" 2>&1; then
    echo "orbifold-archive: this Java makes no archive; orbifold starts without:" >&2
    tail -n 3 "$work/log" >&2
    exit 1
fi
printf '%s\n%s\n' "$home" "$java" > "$archive.txt"
