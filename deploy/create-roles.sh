#!/bin/bash
# Run by PostgreSQL's image when its data is made: one role that owns the tables, one that works on them (decision 44).
set -euo pipefail
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$(cat /run/secrets/database_owner_password)" --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role greenlot_owner login password :'owner_password';
create role greenlot login password :'password';
create database greenlot owner greenlot_owner;
SQL
