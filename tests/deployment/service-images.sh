#!/bin/bash
# service-images.sh FOLDER IMAGE …: makes stand-ins for the images of the compose files, for machines that cannot reach a
# registry of images: PostgreSQL, nginx, Prometheus, etcd and HAProxy from Debian, the object storage from our tests.
# Needs root, debootstrap and podman. FOLDER is this repository. The packages of Debian are fetched once.
set -euo pipefail
repository=$1
shift
base=localhost/greenlot-services

if ! podman image exists "$base"; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  root=$work/root
  debootstrap --variant=minbase --include=nginx-light,postgresql,prometheus,curl,wget,ca-certificates,libatomic1,libstdc++6 \
    bookworm "$root" http://deb.debian.org/debian >"$work/log" 2>&1 ||
    { tail -20 "$work/log" >&2; exit 1; }
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/dev/* "$root"/var/lib/postgresql/*/main
  cp "$(readlink -f "$repository/node_modules/.bin/node")" "$root/usr/local/bin/node"
  mkdir -p "$root/prometheus" "$root/etc/prometheus" "$root/docker-entrypoint-initdb.d"
  chown 65534:65534 "$root/prometheus"
  cat >"$root/usr/local/bin/versitygw" <<'EOF'
#!/bin/sh
exec node --input-type=module --eval "import('/usr/local/lib/s3-server.ts').then(({ s3Server }) => s3Server({ port: 9000, host: '0.0.0.0' }))"
EOF
  # As far as compose.yaml needs it, this does what the entrypoint of PostgreSQL's image does.
  cat >"$root/usr/local/bin/postgres-entrypoint" <<'EOF'
#!/bin/bash
set -euo pipefail
export PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/17/bin:$PATH
as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
mkdir -p "$PGDATA" /var/run/postgresql
chown postgres:postgres "$PGDATA" /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  cp "$POSTGRES_PASSWORD_FILE" /tmp/password
  chown postgres /tmp/password
  as initdb --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  as pg_ctl start --wait --options="-c listen_addresses=''"
  for file in /docker-entrypoint-initdb.d/*.sh; do as bash "$file"; done
  as pg_ctl stop --wait
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -c listen_addresses='*'
EOF
  chmod 755 "$root"/usr/local/bin/*
  tar -C "$root" -c . | podman import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$base" >/dev/null
fi

for image in "$@"; do
  more=true
  case $image in
    *postgres*)
      start='["/usr/local/bin/postgres-entrypoint"]'
      more='ln -s "$(ls /usr/lib/postgresql)" /usr/lib/postgresql/17' ;;
    *etcd*)
      start='[]'
      more='apt-get update && apt-get install --yes --no-install-recommends etcd-server' ;;
    *haproxy*)
      start='["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]'
      more='apt-get update && apt-get install --yes --no-install-recommends haproxy' ;;
    *prometheus*)
      start='["prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]' ;;
    *) start='["true"]' ;;
  esac
  printf 'FROM %s\nRUN %s\nCOPY s3-server.ts /usr/local/lib/\nENTRYPOINT %s\n' "$base" "$more" "$start" |
    podman build --quiet --file - --tag "$image" "$repository/src/testing/stand-ins" >/dev/null
done
