#!/bin/bash
# Starts Patroni in a container of compose.yaml. The name of the node is its host name.
set -euo pipefail
node=${NODE:?the name of the node, which leads to it}
password=$(cat /run/secrets/postgres_password)
export PATRONI_NAME=$node
export PATRONI_RESTAPI_CONNECT_ADDRESS=$node:8008
export PATRONI_POSTGRESQL_CONNECT_ADDRESS=$node:5432
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=$password
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=$password
exec patroni /etc/patroni.yml
