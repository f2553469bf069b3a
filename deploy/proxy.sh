#!/bin/sh
# Starts nginx for servers whose addresses change, in compose.yaml and in the Helm chart:
#   proxy.sh CONFIGURATION NAME:PORT...
# A server that comes back can have another address, and nginx looks up names only when it reads its configuration. So
# this script writes the current addresses into the configuration, and reloads nginx when one changes. A reload fails no
# request, because nginx finishes each one with the addresses with which it began. (nginx's own `resolve` answers such
# requests with 502.)
set -eu
configuration=$1
shift
servers=$*
work=${TMPDIR:-/tmp}
known=
set -- nginx -c "$work/nginx.conf" -g "daemon off; pid $work/nginx.pid;"

# Prints a line for each address: the server's name and port, and the address with the port. A stopped server has no
# address, so its old ones are kept until it comes back.
look_up() {
  for server in $servers; do
    found=$(getent ahosts "${server%:*}" | awk -v server="$server" '{
      port = server
      sub(/.*:/, ":", port)
      print server, ($1 ~ /:/ ? "[" $1 "]" : $1) port
    }' | sort -u)
    [ -n "$found" ] || found=$(echo "$known" | grep "^$server ") || true
    if [ -n "$found" ]; then echo "$found"; fi
  done
}

# Replaces the two servers of deploy/nginx.conf. Without any address, nginx starts and answers 502.
write() {
  echo "${known:-none 127.0.0.1:9}" | awk '{ print "    server " $2 " max_fails=0;" }' >"$work/servers"
  sed -e '/server 127.0.0.1:3001 /{r '"$work/servers" -e 'd}' -e '/server 127.0.0.1:3002 /d' "$configuration" \
    >"$work/nginx.conf"
}

# Requests in progress end first. After 20 seconds sockets are closed too, and browsers reconnect elsewhere.
stop() {
  trap '' QUIT TERM
  kill -QUIT "$nginx"
  sleep 20 &
  while kill -0 "$nginx" 2>/dev/null && kill -0 $! 2>/dev/null; do sleep 1; done
  kill -TERM "$nginx" 2>/dev/null || true
  wait "$nginx" || true
  exit 0
}

known=$(look_up)
write
"$@" &
nginx=$!
trap stop QUIT TERM
while kill -0 "$nginx" 2>/dev/null; do
  sleep 1 &
  wait $!
  now=$(look_up)
  if [ "$now" != "$known" ]; then
    before=$known
    known=$now
    write
    "$@" -s reload || known=$before
  fi
done
wait "$nginx"
