# Sourced by every command in bin/. From a fresh clone to: $root, the dependencies of package-lock.json, and $node,
# the pinned Node of node_modules (or an installed one of at least the same major version).

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

major() {
  "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0
}

command -v node >/dev/null || fail 'Node.js 20 以上が必要です。https://nodejs.org/ からインストールしてください。(Node.js 20 or newer is needed.)'
[ "$(major node)" -ge 20 ] || fail "Node.js 20 以上が必要です（現在は $(node -v)）。https://nodejs.org/ から更新してください。(Node.js 20 or newer is needed.)"

if ! node "$root/tools/check-installed.mjs" "$root"; then
  command -v npm >/dev/null || fail 'npm が必要です。(npm is needed.)'
  printf '%s\n' '依存パッケージをインストールしています… (installing packages)' >&2
  # No install scripts: nothing here needs one, and npm is about to stop running them anyway. Where the lockfile was
  # made on a registry without the binaries of other systems, `npm ci` refuses it; `npm install` keeps to it all the same.
  quietly='--ignore-scripts --no-audit --no-fund --loglevel=error'
  (cd "$root" && { npm ci $quietly >/dev/null 2>&1 || npm install --no-save $quietly >&2; }) ||
    fail 'パッケージのインストールに失敗しました。ネットワークとディスクの空きを確認してください。(npm failed; check the network and the disk.)'
fi

node="$root/node_modules/.bin/node"
if [ "$(major "$node")" -lt 24 ]; then
  node=$(command -v node)
  [ "$(major "$node")" -ge 24 ] ||
    fail "このOS用の Node.js 24 を取得できませんでした。Node.js 24 以上をインストールしてください。(Install Node.js 24 or newer.)"
fi
PATH="$root/node_modules/.bin:$PATH"
export PATH
