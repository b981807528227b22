# Read by the shells that run the commands of pages: what needs a network or a long time is only checked.
pip() {
  python "${BASH_SOURCE[0]%/*}/pip_install.py" "$@"
}
python3() {
  [ "$1 $2" = "-m venv" ] && set -- "$@" --without-pip
  command python3 "$@"
}
