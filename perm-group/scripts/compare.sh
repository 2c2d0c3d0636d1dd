#!/bin/sh
# Side by side with GAP on a folder of .grp files: perm-group/scripts/compare.sh FOLDER [NAME,NAME...]
# Needs `gap` and `python3` on the PATH and a built project (./gradlew :perm-group:jar). Writes orbifold.csv, gap.csv and
# comparison.md into the current folder. Nothing in the build depends on it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
only=${2:-}
"$here/run.sh" GroupTimes "$folder" ${only:+"$only"} > orbifold.csv
python3 "$here/gap_times.py" "$folder" ${only:+--only "$only"} > gap.csv
python3 "$here/compare.py" orbifold.csv gap.csv > comparison.md
