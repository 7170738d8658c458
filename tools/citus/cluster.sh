#!/bin/bash
# cluster.sh up|down|wipe: one coordinator and two workers on loopback, run by the account `postgres` where we are root. Each is stopped by
# the process id in its own folder.
set -e
T=${T:-/tmp/citus} PORT0=${PORT0:-44110}
PG=$T/pg/bin
as_postgres() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$*"; else sh -c "$*"; fi; }

settings() {
  cat <<C
listen_addresses = '127.0.0.1'
port = $1
unix_socket_directories = '$T/sock'
shared_preload_libraries = 'citus'
max_connections = 400
max_prepared_transactions = 400
max_worker_processes = 200
shared_buffers = 128MB
wal_level = logical
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
timezone = 'Asia/Tokyo'
log_min_messages = warning
log_min_error_statement = error
log_line_prefix = '%m [%p] %u@%d/%a '
citus.shard_count = ${SHARDS:-4}
citus.max_adaptive_executor_pool_size = 4
citus.multi_task_query_log_level = '${MULTI_TASK:-off}'
citus.max_shared_pool_size = 300
citus.enable_unsafe_triggers = on
C
}

up() {
  mkdir -p "$T/data" "$T/sock"
  [ "$(id -u)" = 0 ] && chown postgres "$T/data" "$T/sock"
  for n in 0 1 2; do
    folder=$T/data/n$n
    if [ ! -f "$folder/PG_VERSION" ]; then
      as_postgres "$PG/initdb -D $folder -U postgres -A trust --locale=C.UTF-8 -E UTF8 -N" >/dev/null
      settings $((PORT0 + n)) >>"$folder/postgresql.conf"
    fi
    as_postgres "$PG/pg_ctl -D $folder status" >/dev/null 2>&1 || as_postgres "$PG/pg_ctl -D $folder -l $folder.log -w start" >/dev/null
  done
}

down() {
  for n in 0 1 2; do
    folder=$T/data/n$n
    if [ -f "$folder/postmaster.pid" ]; then as_postgres "$PG/pg_ctl -D $folder -m fast -w stop" >/dev/null; fi
  done
}

case "${1:-}" in
up | down) "$1" ;;
wipe) down; rm -rf "$T/data" ;;
*) echo "cluster.sh up|down|wipe"; exit 2 ;;
esac
