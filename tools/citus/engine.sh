#!/bin/bash
# Builds PostgreSQL 18 and Citus 14 from source and runs a coordinator with two workers on loopback, to try the product on a distributed engine.
#   engine.sh deps | build | up | down | wipe | database NAME | urls
# T         where everything lies (/tmp/citus): programs in pg/, the three nodes in data/
# PORT0     of the coordinator (44110); the workers have the next two
# CITUS     address or folder of citusdata/citus (GitHub); CITUS_TAG the version (v14.0.1)
# As root on Debian 12; `deps` and `build` take some six minutes on two cores. fsync is off: this is for trying, not for data.
set -e
HERE=$(cd "$(dirname "$0")" && pwd)
export T=${T:-/tmp/citus} PORT0=${PORT0:-44110}
slowly() { nice -n 19 "$@"; }

deps() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends build-essential bison flex libreadline-dev libicu-dev liblz4-dev \
    libzstd-dev libssl-dev zlib1g-dev libcurl4-openssl-dev pkg-config dpkg-dev git >/dev/null
}

# Debian 12 has PostgreSQL 15; the source of 18 lies in sid. Lists of their own, so that nothing is installed from there.
fetch_postgres() {
  mkdir -p "$T/apt/state/lists/partial" "$T/apt/cache/archives/partial" "$T/src-pg"
  cd "$T"
  local key=/usr/share/keyrings/debian-archive-keyring.gpg mirror options
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1)
  echo "deb-src [signed-by=$key] ${mirror:?no Debian address in the apt lists} sid main" >"$T/apt/sid.list"
  options="-o Dir::Etc::sourcelist=$T/apt/sid.list -o Dir::Etc::sourceparts=- -o Dir::State=$T/apt/state -o Dir::Cache=$T/apt/cache -o APT::Sandbox::User=root"
  # shellcheck disable=SC2086
  apt-get $options -qq update && apt-get $options -qq source --download-only postgresql-18
  tar xjf postgresql-18_*.orig.tar.bz2 -C src-pg --strip-components=1
}

build() {
  fetch_postgres
  (cd "$T/src-pg" && slowly ./configure -q --prefix="$T/pg" --with-icu --with-openssl --with-lz4 --with-zstd --without-llvm CFLAGS='-O1 -g0' &&
    slowly make -s -j2 && slowly make -s install && slowly make -s -C contrib/btree_gist install &&
    slowly make -s -C contrib/pg_stat_statements install)
  git clone -q --depth 1 --branch "${CITUS_TAG:-v14.0.1}" "${CITUS:-https://github.com/citusdata/citus.git}" "$T/src-citus"
  (cd "$T/src-citus" && slowly ./configure -q PG_CONFIG="$T/pg/bin/pg_config" --without-libcurl CFLAGS='-O1 -g0' && slowly make -s -j2 && slowly make -s install)
  chmod -R a+rX "$T/pg"
}

case "${1:-}" in
deps | build) "$1" ;;
up | down | wipe) "$HERE/cluster.sh" "$1" ;;
database) "$HERE/database.sh" "${2:?a name}" ;;
urls) for n in 0 1 2; do echo "postgres://postgres:postgres@127.0.0.1:$((PORT0 + n))/postgres"; done ;;
*) sed -n '2,7p' "$0"; exit 2 ;;
esac
