#!/usr/bin/env bash
# The package's tests: doctests, tests, types. Uses the extension that cargo has built.
set -euo pipefail
cd "$(dirname "$0")"

target="${CARGO_TARGET_DIR:-$PWD/../../target}"
# CI has built it with all others.
[ -n "${TREMAUX_IS_BUILT:-}" ] || [ "${1:-}" = prepare ] || (cd ../.. && cargo build -q -p tremaux-python)
if ! python3 -c 'import ensurepip, venv' 2> /dev/null; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3-venv
fi
venv="$target/python-venv"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install -q --retries 8 pytest mypy pyright numpy networkx
if [ "${1:-}" = prepare ]; then exit 0; fi
package="$target/python-package"
rm -rf "$package" && mkdir -p "$package" && cp -r python/tremaux "$package/tremaux"
cp "$target/debug/lib_native.so" "$package/tremaux/_native.abi3.so"
export PYTHONPATH="$package"
"$venv/bin/python" -m pytest -q --doctest-modules "$package/tremaux"
"$venv/bin/python" -m pytest -q --doctest-glob="*.md" ../../docs/guide/src/python.md
"$venv/bin/python" -m pytest -q tests
"$venv/bin/python" -m mypy --strict --cache-dir "$target/mypy" "$package/tremaux"
