import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { HUB_SUBPROTOCOL } from '#contract/room.ts';
import { createChance } from '#testing/chance.ts';
import { median, quantile } from '../figure.ts';
import { startBidding } from './bidding.ts';
import { createClient, settle, type Client } from './client.ts';
import { hubAddress, type Bidder, type Site } from './site.ts';

export type Deafness = {
  /** From sending a bid until others show it. */
  readonly p99Ms: number;
  readonly p99BesideDeafMs: number;
  readonly deaf: number;
  readonly dropped: number;
};

const DEAF = 10;
const REPEATS = 3;
/** Long enough for all buffers to be full, and for the line to be cut after that. */
const SECONDS = 13;
const BIDS_PER_SECOND = 20;

/** What readers who ask for the whole room again and again, and read nothing, cost the others. */
export async function besideDeafReaders(site: Site): Promise<Deafness> {
  const clients = site.bidders.map((who) => createWatched(site, who));
  for (const client of clients) client.open();
  await settle(clients, 1);
  const alone: number[] = [];
  const beside: number[] = [];
  let dropped = 0;
  for (let i = 0; i < REPEATS; i += 1) {
    alone.push(await p99DelayWhile(site, clients, () => pause(SECONDS * 1_000)));
    beside.push(
      await p99DelayWhile(site, clients, async () => {
        const areDropped = await Promise.all(site.bidders.slice(0, DEAF).map((who) => readNothing(site, who)));
        dropped += areDropped.filter(Boolean).length;
      }),
    );
  }
  for (const client of clients) client.close();
  return { p99Ms: median(alone), p99BesideDeafMs: median(beside), deaf: DEAF * REPEATS, dropped };
}

/** A client, and when it showed which version of the room, ms of the monotonic clock. */
type Watched = Client & { readonly shown: readonly { readonly version: number; readonly atMs: number }[] };

function createWatched(site: Site, who: Bidder): Watched {
  const shown: { version: number; atMs: number }[] = [];
  return { ...createClient(site, who, ({ version }) => shown.push({ version, atMs: performance.now() })), shown };
}

async function p99DelayWhile(site: Site, clients: readonly Watched[], task: () => Promise<unknown>): Promise<number> {
  const bidding = startBidding(site, createChance(1), BIDS_PER_SECOND);
  await task();
  const sent = await bidding.stop();
  await settle(clients, Math.max(...sent.map(({ version }) => version)));
  const delays = clients.flatMap(({ shown }) =>
    sent.map((bid) => (shown.find(({ version }) => version >= bid.version)?.atMs ?? Infinity) - bid.sentAtMs),
  );
  return quantile(delays, 0.99);
}

const ASK_EVERY_MS = 25;
const FAREWELL_MS = 2_000;

/** Whether the server dropped it. */
async function readNothing(site: Site, who: Bidder): Promise<boolean> {
  const socket = new WebSocket(await hubAddress(site, who), HUB_SUBPROTOCOL);
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.pause();
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'event', event: 'sync', dataType: 'json', data: { version: 0 } }));
  }, ASK_EVERY_MS);
  await pause(SECONDS * 1_000);
  clearInterval(asking);
  // A line that was cut is found to be so only by reading on.
  socket.resume();
  const isDropped = await Promise.race([closed, pause(FAREWELL_MS, false)]);
  socket.terminate();
  return isDropped;
}
