#!/bin/sh
# Runs Gradle with the given arguments, finding or fetching it first, so that a machine with only a JDK 17 can build:
#   1. a `gradle` on the PATH;  2. the pinned distribution (gradle/wrapper/), cached in the user's Gradle home;
#   3. Debian's package, where apt-get can install it.
# Everything said here goes to standard error: standard output belongs to the build.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
say() { echo "gradlew: $*" >&2; }

if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; else java=$(command -v java || true); fi
[ -n "$java" ] && [ -x "$java" ] || { say "no Java found; install a JDK 17 or newer, or set JAVA_HOME to one"; exit 1; }

install_with_apt() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" -eq 0 ]; then as_root=''; elif sudo -n true 2>/dev/null; then as_root='sudo -n'; else return 1; fi
    say "installing Debian's gradle package"
    DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND
    # A fresh machine has no package lists; a failing refresh may still leave usable ones.
    $as_root apt-get -qq update >&2 || true
    $as_root apt-get -qq install -y --no-install-recommends gradle </dev/null >/dev/null || return 1
    command -v gradle >/dev/null 2>&1
}

if command -v gradle >/dev/null 2>&1; then
    gradle=gradle
elif gradle=$("$java" "$root/gradle/wrapper/FetchGradle.java" "$root/gradle/wrapper/gradle-wrapper.properties"); then
    :
elif install_with_apt; then
    gradle=gradle
else
    say "no Gradle: not on the PATH, not downloadable, not installable with apt-get; install Gradle 8 or newer (https://gradle.org/install) and run this again"
    exit 1
fi

# Inside the project Gradle finds the root by itself (and a module's folder means that module); elsewhere we name it.
case $(pwd -P)/ in
    "$root"/*) exec "$gradle" "$@" ;;
    *) exec "$gradle" -p "$root" "$@" ;;
esac
