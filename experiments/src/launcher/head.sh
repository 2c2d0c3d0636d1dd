refuse() { echo "orbifold: $*" >&2; exit 2; }

# Links lead to the installation; $home is its folder.
script=$0
case $script in */*) ;; *) script=./$script ;; esac
while [ -h "$script" ]; do
    link=$(readlink "$script")
    case $link in /*) script=$link ;; *) script=${script%/*}/$link ;; esac
done
home=$(cd "${script%/*}/.." && pwd -P) || exit 1

if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || refuse "JAVA_HOME is $JAVA_HOME, which has no bin/java; expected a Java 17 or newer"
else
    java=$(command -v java) || refuse "no java on the PATH; install Java 17 or newer, or set JAVA_HOME"
fi
classpath=@CLASSPATH@
archive=$home/lib/orbifold.jsa
