#!/bin/sh
# Makes a stand-in for the base image of deploy/Dockerfile, for machines that cannot reach the registry of images.
# It has the same parts as the real one: Debian 12, Node 26 with npm, and the unprivileged user `node`. Node and npm come
# from the npm registry, Debian from its mirrors. Needs root, debootstrap and podman. An image that exists is kept.
set -eu

IMAGE=${1:-docker.io/library/node:26-bookworm-slim}
NODE=26.10.0
NPM=11.19.1
MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

if podman image exists "$IMAGE"; then
  echo "$IMAGE exists"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

# libatomic1: the packaged Node is linked against it.
debootstrap --variant=minbase --include=ca-certificates,libatomic1,libstdc++6 bookworm "$root" "$MIRROR" >"$work/log" 2>&1 ||
  { tail -20 "$work/log" >&2; exit 1; }
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/man/* \
  "$root"/usr/share/locale/*
# Device files belong to the machine that runs the image.
rm -rf "$root"/dev/* "$root"/proc/* "$root"/sys/*

case $(uname -m) in aarch64) platform=linux-arm64 ;; *) platform=linux-x64 ;; esac
npm pack --loglevel=error --pack-destination "$work" "node-$platform@$NODE" "npm@$NPM" >/dev/null
mkdir "$work/node" "$root/usr/local/lib/node_modules" "$root/usr/local/lib/node_modules/npm"
tar -xzf "$work/node-$platform-$NODE.tgz" -C "$work/node" --strip-components=1
install -m 755 "$work/node/bin/node" "$root/usr/local/bin/node"
tar -xzf "$work/npm-$NPM.tgz" -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
for name in npm npx; do
  chmod +x "$root/usr/local/lib/node_modules/npm/bin/$name-cli.js"
  ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"
done
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node

tar -C "$root" -c . | podman import --change 'CMD ["node"]' --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --message 'stand-in for the official image' - "$IMAGE" >/dev/null
echo "$IMAGE made"
