#!/bin/sh
# Makes the database and its three logins in an empty PostgreSQL: docs/operations.md, Two logins.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --dbname postgres \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v system="$SYSTEM_PASSWORD" <<'SQL'
create role flaira_owner login createrole password :'owner';
create role flaira_app login password :'app';
create role flaira_system login password :'system';
create database flaira owner flaira_owner;
SQL
