#!/bin/sh
# Side by side with GAP on a folder of .grp files: perm-group/scripts/compare.sh FOLDER [NAME,NAME...]
# Needs `gap` and `python3` on the PATH and a built project (./gradlew :perm-group:jar). Writes orbifold.csv, gap.csv and
# comparison.md into the current folder. One program after the other, group by group, on the same machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
only=${2:-}
classpath="$here/../build/classes/java/main"
for jar in fastutil guava slf4j-api; do
    found=$(find "$HOME/.gradle" "$HOME/.m2" -name "$jar-[0-9]*.jar" ! -name '*sources*' 2>/dev/null | sort | tail -n 1)
    classpath="$classpath:$found"
done
java -Xmx3g -cp "$classpath" "$here/GroupTimes.java" "$folder" $only > orbifold.csv
python3 "$here/gap_times.py" "$folder" ${only:+--only "$only"} > gap.csv
python3 "$here/compare.py" orbifold.csv gap.csv > comparison.md
