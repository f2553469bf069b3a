#!/bin/bash
# PostgreSQL's image runs this when it creates its data. One role owns the tables, the other uses them (decision 44).
set -euo pipefail
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$(cat /run/secrets/database_owner_password)" --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role greenlot_owner login password :'owner_password';
create role greenlot login password :'password';
-- It sees whether the database has a synchronous standby (decision 99).
grant pg_monitor to greenlot;
create database greenlot owner greenlot_owner;
SQL
