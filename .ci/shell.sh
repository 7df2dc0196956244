# Read by the scripts beside it: a clean environment, a copy of the checkout, and steps with their times.

set -euo pipefail
exec </dev/null

# A script that was started in the background hands down an ignored Ctrl-C, which no shell can
# undo, and the tests press it.
if [ -n "$(trap -p INT)" ]; then
    exec python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp("bash", ["bash", *sys.argv[1:]])' "$0" "$@"
fi

export CI=true PIP_NO_INPUT=1 PIP_PROGRESS_BAR=off PIP_DISABLE_PIP_VERSION_CHECK=1
# Nothing of a developer's own may decide a run: no keys, no endpoints, no options. Nor its time: without
# compiled files kept, pytest rewrites the plugin anew for each of the hundreds of runs that tests make.
for name in $(compgen -e | grep -E '^(OPENAI_|RUBRIC_|PYTEST_|PYTHONPATH$|PYTHONDONTWRITEBYTECODE$|VIRTUAL_ENV$)' || true); do
    unset "$name"
done

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() {
    printf '\n== %s (%d s)\n' "$*" "$SECONDS"
}

# copy FOLDER: what git knows of the checkout, and what it would take in, so that nothing else can help.
copy() {
    mkdir -p "$1"
    (
        cd "$checkout"
        git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
            while IFS= read -r -d '' name; do [ -e "$name" ] && printf '%s\0' "$name"; done |
            tar --create --null --files-from=- --file=-
    ) | tar --extract --directory "$1" --file=-
}

# find_python VERSION: an interpreter of this minor version, from the path or from pyenv.
find_python() {
    local candidate
    for candidate in "$(command -v "python$1" || true)" \
        $(ls -d "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python 2>/dev/null | sort -rV); do
        if [ -n "$candidate" ] && "$candidate" -c 'import venv' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}
