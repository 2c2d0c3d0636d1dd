#!/bin/sh
# Side by side with GAP on a folder of .grp files: perm-group/scripts/compare.sh FOLDER [--only NAME,NAME...] [--limit S]
# Needs `gap` and `python3` on the PATH and a built project (./gradlew :perm-group:jar). Writes Markdown to standard
# output. Nothing in the build depends on it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec python3 "$here/compare.py" "$@"
