#!/bin/bash
# database.sh NAME: drops and makes an empty database NAME on the three nodes and joins them; says its address at the coordinator.
set -e
T=${T:-/tmp/citus} PORT0=${PORT0:-44110} NAME=$1
ask() { PGOPTIONS='-c client_min_messages=warning' "$T/pg/bin/psql" -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -U postgres -p $((PORT0 + $1)) -d "$2" -c "$3" >/dev/null; }
for n in 0 1 2; do
  ask $n postgres "drop database if exists $NAME with (force)"
  ask $n postgres "create database $NAME"
  ask $n "$NAME" "create extension citus"
done
ask 0 "$NAME" "select citus_set_coordinator_host('127.0.0.1', $PORT0)"
for n in 1 2; do ask 0 "$NAME" "select citus_add_node('127.0.0.1', $((PORT0 + n)))"; done
echo "postgres://postgres:postgres@127.0.0.1:$PORT0/$NAME"
