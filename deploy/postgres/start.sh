#!/bin/sh
# Makes the cluster at the first start, with two logins and the database, and runs the server. The owner makes tables and logins and is no
# superuser; the application owns nothing (docs/decisions/019). Nobody comes in as superuser but by the socket in this container.
set -eu
bin=/opt/postgresql/bin
data=/var/lib/postgresql/data
export LC_ALL=C

# The owner makes backups too (docs/decisions/097): it may copy the cluster as it is.
replication='host replication toguchi_owner samenet scram-sha-256'

quoted() { printf %s "$1" | sed "s/'/''/g"; }

make_cluster() {
  : "${OWNER_PASSWORD:?set OWNER_PASSWORD}" "${APP_PASSWORD:?set APP_PASSWORD}"
  # Grows beside its place: a crash halfway leaves nothing that looks finished.
  rm -rf "$data.new"
  # The built-in locale sorts texts alike on every machine, whatever languages it has.
  "$bin/initdb" -D "$data.new" --username postgres --auth-local=peer --auth-host=scram-sha-256 --encoding=UTF8 --locale=C \
    --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums >/dev/null
  printf '%s\n' 'local all postgres peer' 'host toguchi toguchi_owner samenet scram-sha-256' \
    'host toguchi toguchi_login samenet scram-sha-256' "$replication" >"$data.new/pg_hba.conf"
  # One statement a line. The application's login is made by the owner, who may then give it another password.
  "$bin/postgres" --single -D "$data.new" postgres >/dev/null <<SQL
create role toguchi_owner login createrole replication password '$(quoted "$OWNER_PASSWORD")'
create database toguchi owner toguchi_owner
set role toguchi_owner
create role toguchi_login login password '$(quoted "$APP_PASSWORD")'
SQL
  mv "$data.new" "$data"
}

# A cluster that was made before there were backups.
allow_replication() {
  grep -qxF "$replication" "$data/pg_hba.conf" && return
  echo 'alter role toguchi_owner replication' | "$bin/postgres" --single -D "$data" postgres >/dev/null
  printf '%s\n' "$replication" >>"$data/pg_hba.conf"
}

[ -f "$data/PG_VERSION" ] || make_cluster
allow_replication
# listen_addresses: those of this container; compose.yaml publishes no port, and pg_hba.conf knows the networks that it is in.
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=100 \
  -c timezone=UTC -c log_timezone=UTC -c log_line_prefix='%m [%p] %q%u@%d ' "$@"
