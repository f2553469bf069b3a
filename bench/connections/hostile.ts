import { setTimeout as pause } from 'node:timers/promises';
import WebSocket, { type ClientOptions } from 'ws';
import { HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { hubAddress, type Bidder, type Site } from './site.ts';

/**
 * Sends forbidden messages and requests. Returns how each socket ends: the HTTP status of a rejected connection, or the
 * close code.
 */
export async function provoke(site: Site, who: Bidder): Promise<Record<string, number>> {
  const address = () => hubAddress(site, who);
  let used = '';
  return {
    oversized: await endOf(await address(), (socket) => socket.send(JSON.stringify({ data: 'x'.repeat(17_000) }))),
    malformed: await endOf(await address(), (socket) => socket.send('{"type":')),
    unknown: await endOf(await address(), (socket) => socket.send('{"type":"setGroupState"}')),
    flooding: await endOf(await address(), (socket) => {
      for (let sent = 0; sent < 60; sent += 1) socket.send('{"type":"ping"}');
    }),
    foreignOrigin: await endOf(await address(), undefined, { headers: { origin: 'https://elsewhere.example' } }),
    firstUse: await endOf((used = await address()), (socket) => socket.close(1000)),
    usedToken: await endOf(used),
    madeUpToken: await endOf(used.replace(/access_token=.*/, 'access_token=made-up')),
  };
}

/**
 * The expected HTTP status or close code of each case. The hub's own tests cover other protocol errors and expired
 * tokens.
 */
export const DESERVED = {
  oversized: 1009,
  malformed: 1007,
  unknown: 1008,
  flooding: 1008,
  foreignOrigin: 403,
  firstUse: 1000,
  usedToken: 401,
  madeUpToken: 401,
};

const PATIENCE_MS = 30_000;
const NOT_ENDED = 0;

async function endOf(url: string, act?: (socket: WebSocket) => void, options: ClientOptions = {}): Promise<number> {
  const socket = new WebSocket(url, HUB_SUBPROTOCOL, options);
  const ended = Promise.withResolvers<number>();
  socket.on('unexpected-response', (_request, response) => ended.resolve(response.statusCode ?? NOT_ENDED));
  socket.on('close', ended.resolve);
  socket.on('error', () => undefined);
  socket.on('open', () => act?.(socket));
  const end = await Promise.race([ended.promise, pause(PATIENCE_MS, NOT_ENDED)]);
  socket.terminate();
  return end;
}
