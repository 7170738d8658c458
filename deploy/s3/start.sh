#!/bin/bash
# One monitor, one store (BlueStore in a file of the volume), radosgw at port 7480 with one user. Nothing is kept twice: for trying only.
set -eu
: "${S3_ACCESS_KEY:?set S3_ACCESS_KEY}" "${S3_SECRET_KEY:?set S3_SECRET_KEY}"
home=/var/lib/ceph
export CEPH_CONF=$home/ceph.conf
keys=$home/admin.keyring

configure() {
  cat >"$CEPH_CONF" <<CONF
[global]
fsid = $(cat "$home/fsid")
mon host = [v2:127.0.0.1:3300]
mon initial members = a
ms bind msgr1 = false
public addr = 127.0.0.1
keyring = $keys
run dir = /tmp
admin socket = /tmp/\$name.asok
log file =
mon cluster log file =
log to stderr = true
debug mon = 0/0
debug osd = 0/0
debug rgw = 0/0
mon cluster log to stderr = false
mon data = $home/mon
osd data = $home/osd
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
auth allow insecure global id reclaim = false
osd objectstore = bluestore
bluestore block size = ${S3_BYTES:-10737418240}
osd memory target = 939524096
rgw frontends = beast port=7480
rgw data = $home/rgw
rgw dns name = ${S3_HOST:-s3}
CONF
}

make_cluster() {
  rm -rf "${home:?}"/{mon,osd,rgw}
  mkdir -p "$home"/{mon,osd,rgw}
  cat /proc/sys/kernel/random/uuid >"$home/fsid"
  configure
  ceph-authtool --create-keyring "$keys" --gen-key -n mon. --cap mon 'allow *'
  for name in client.admin osd.0; do
    ceph-authtool "$keys" --gen-key -n "$name" --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  done
  ceph-mon -i a --mkfs --keyring "$keys" --fsid "$(cat "$home/fsid")"
}

[ -f "$home/made" ] && configure || make_cluster
ceph-mon -i a --foreground &
if [ ! -f "$home/made" ]; then
  ceph osd new "$(cat /proc/sys/kernel/random/uuid | tee "$home/osd-id")" 0
  ceph-osd -i 0 --mkfs --osd-uuid "$(cat "$home/osd-id")"
fi
ceph-osd -i 0 --foreground &
if [ ! -f "$home/made" ]; then
  radosgw-admin user create --uid trying --display-name Trying --access-key "$S3_ACCESS_KEY" --secret-key "$S3_SECRET_KEY" >/dev/null
  touch "$home/made"
fi
radosgw -n client.admin --foreground &
# Whichever ends first ends all: whoever runs this starts it again.
trap 'kill $(jobs -p) 2>/dev/null; wait' TERM INT
wait -n
kill $(jobs -p) 2>/dev/null || true
wait
