#!/bin/sh
# Starts nginx in compose.yaml. A container that comes back can have another address, and nginx looks up names only when
# it reads its configuration. So this script reloads nginx when an address changes. A reload fails no request, because
# nginx finishes each one with the addresses with which it began. (nginx's own `resolve` answers such requests with 502.)
set -eu
# nginx.conf has the addresses of two servers without containers.
sed -e 's/127.0.0.1:3001/server-1:3000/' -e 's/127.0.0.1:3002/server-2:3000/' /etc/nginx/greenlot.conf >/tmp/nginx.conf
set -- nginx -c /tmp/nginx.conf -g 'daemon off; pid /tmp/nginx.pid;'
addresses() { getent hosts server-1 && getent hosts server-2; }

known=$(addresses) || true
"$@" &
nginx=$!
trap 'kill -QUIT "$nginx"; wait "$nginx"; exit' QUIT TERM
while kill -0 "$nginx" 2>/dev/null; do
  sleep 1 &
  wait $!
  # A stopped server has no address. Its old one is kept until it comes back.
  if now=$(addresses) && [ "$now" != "$known" ] && "$@" -s reload; then known=$now; fi
done
wait "$nginx"
