#!/bin/bash
# make-secrets.sh SMTP_URL [FOLDER]: creates the secrets of compose.yaml and chart/. Existing files are kept.
# The users of the containers can read the files; only the owner can enter their folder.
set -euo pipefail
smtp_url=${1:?make-secrets.sh SMTP_URL [FOLDER]}
folder=${2:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
keep() { [ -e "$1" ] || printf '%s' "$2" > "$1"; chmod 644 "$1"; }

keep postgres_password "$(random 24)"
keep database_password "$(random 24)"
keep database_owner_password "$(random 24)"
keep database_url "postgres://greenlot:$(cat database_password)@database:5432/greenlot"
keep database_owner_url "postgres://greenlot_owner:$(cat database_owner_password)@database:5432/greenlot"
keep secret_key "$(random 32)"
keep smtp_url "$smtp_url"
keep s3_access_key "$(random 10)"
keep s3_secret_key "$(random 20)"
