#!/bin/sh
# Runs a measuring program of this folder: perm-group/scripts/run.sh CLASS [ARGUMENTS]
# Needs a built project (./gradlew :perm-group:jar). JAVA_OPTS is passed on.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
classpath="$here/../build/classes/java/main"
for jar in fastutil slf4j-api jspecify; do
    found=$(find "$HOME/.gradle" "$HOME/.m2" -name "$jar-[0-9]*.jar" ! -name '*sources*' 2>/dev/null | sort | tail -n 1)
    classpath="$classpath:$found"
done
# shellcheck disable=SC2086
exec java ${JAVA_OPTS:--XX:+UseSerialGC -Xmn32m -Xmx3g} -cp "$classpath" "$here/$program.java" "$@"
