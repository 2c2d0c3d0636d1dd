#!/bin/sh
# Makes a Java runtime with modules of a folder of jars in it:
#   make-image.sh JARS IMAGE MODULE[,MODULE…]
# jlink refuses jars without a module descriptor (fastutil-core, Sat4j and EJML have none): copies of these get one, which
# jdeps derives. JARS stays as it is.
set -e
jars=$1 image=$2 modules=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/jars" "$work/automatic"
cp "$jars"/*.jar "$work/jars"
for jar in "$work"/jars/*.jar; do
    # What the JDK calls automatic has no descriptor.
    if jar --describe-module --file "$jar" 2>/dev/null | grep -q 'automatic$'; then
        mv "$jar" "$work/automatic"
    fi
done
for jar in "$work"/automatic/*.jar; do
    module=$(jar --describe-module --file "$jar" | sed -n 's/^\([^ @]*\).*automatic$/\1/p')
    jdeps --ignore-missing-deps --module-path "$work/automatic" --generate-module-info "$work/info" "$jar" > /dev/null
    javac -nowarn --module-path "$work/automatic" --patch-module "$module=$jar" -d "$work/classes/$module" \
        "$(find "$work/info/$module" -name module-info.java)"
done
for jar in "$work"/automatic/*.jar; do
    module=$(jar --describe-module --file "$jar" | sed -n 's/^\([^ @]*\).*automatic$/\1/p')
    jar --update --file "$jar" -C "$work/classes/$module" module-info.class
done
# jdk.random has generators such as Xoshiro256PlusPlus, which are found by name.
jlink --module-path "$work/jars:$work/automatic" --add-modules "$modules,jdk.random" --strip-debug --no-header-files \
    --no-man-pages --output "$image"
