#!/usr/bin/env bash
# Tests the page in Debian's Chromium: installs what that needs, checks that the committed
# files of the page are those that its sources make, builds the program and runs the tests.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)

if ! command -v chromium > /dev/null; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core
fi
# The engine for browsers: by rustup's target, or by the compiler that Debian has for the web.
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ] && [ ! -x /usr/bin/wasm-ld ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends rustc-web cargo-web rust-web-src lld
fi
npm ci --no-audit --no-fund --prefer-offline
if [ "${1:-}" = prepare ]; then exit 0; fi
# Beside the committed files, whose new times would have everything compiled again that embeds them.
made=$(mktemp -d)
npx tsc --noEmit
npx vite build --outDir "$made" --emptyOutDir
npx vite build --config player.config.js --outDir "$made"
diff -rq "$made" ../dist || {
  echo "apps/web/dist is not what apps/web/page makes: commit it" >&2
  exit 1
}
rm -r "$made"
# `TREMAUX_BINARY` names a program that is built already.
if [ -z "${TREMAUX_BINARY:-}" ]; then
  cargo build --manifest-path "$root/Cargo.toml" -p tremaux-cli
  target=$(cargo metadata --manifest-path "$root/Cargo.toml" --format-version 1 --no-deps \
    | node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(JSON.parse(t).target_directory))')
  export TREMAUX_BINARY="$target/debug/tremaux"
fi
# The same page from a static host, with the engine in the browser.
(cd "$root" && cargo xtask site)
# What failed stands at the end, with its reason. Frames are timed in one file, which runs alone.
timed=tests/alive.test.js
mapfile -t others < <(printf '%s\n' tests/*.test.js | grep -vx "$timed")
node --test --test-reporter=spec --test-concurrency=2 "${others[@]}"
node --test --test-reporter=spec "$timed"
