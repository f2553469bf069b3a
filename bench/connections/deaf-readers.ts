import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { createChance } from '#testing/world/chance.ts';
import { median, quantile } from '../figure.ts';
import { startBidding } from './bidding.ts';
import { createClient, settle, type Client } from './client.ts';
import { hubAddress, type Bidder, type Site } from './site.ts';

export type Deafness = {
  /**
   * 99th percentile in ms from the sending of a bid until other clients show the bid, while the askers read their
   * messages.
   */
  readonly p99BesideReadersMs: number;
  /** The same percentile while the askers read nothing. */
  readonly p99BesideDeafMs: number;
  readonly askers: number;
  readonly droppedReaders: number;
  readonly droppedDeaf: number;
};

const ASKERS = 10;
const REPEATS = 3;
/** Seconds of one run. In this time all buffers fill, and after that the server cuts the connection. */
const SECONDS = 13;
const BIDS_PER_SECOND = 20;

/**
 * Measures the delays of clients while several askers request the whole room repeatedly but do not read the answers.
 */
export async function besideDeafReaders(site: Site): Promise<Deafness> {
  const clients = site.bidders.map((who) => createWatched(site, who));
  for (const client of clients) client.open();
  await settle(clients, 1);
  const p99 = { reading: [] as number[], deaf: [] as number[] };
  const dropped = { reading: 0, deaf: 0 };
  for (let i = 0; i < REPEATS; i += 1) {
    for (const kind of ['reading', 'deaf'] as const) {
      const ask = async (): Promise<void> => {
        const askers = site.bidders.slice(0, ASKERS);
        const areDropped = await Promise.all(askers.map((who) => askOften(site, who, kind === 'deaf')));
        dropped[kind] += areDropped.filter(Boolean).length;
      };
      p99[kind].push(await p99DelayWhile(site, clients, ask));
    }
  }
  for (const client of clients) client.close();
  return {
    p99BesideReadersMs: median(p99.reading),
    p99BesideDeafMs: median(p99.deaf),
    askers: ASKERS * REPEATS,
    droppedReaders: dropped.reading,
    droppedDeaf: dropped.deaf,
  };
}

/** A client with the versions of the room that it showed, each with its time in ms of the monotonic clock. */
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

/**
 * Requests the whole room repeatedly, without reading the answers if `isDeaf`. Returns whether the server cut the
 * connection.
 */
async function askOften(site: Site, who: Bidder, isDeaf: boolean): Promise<boolean> {
  const socket = new WebSocket(await hubAddress(site, who), HUB_SUBPROTOCOL);
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  if (isDeaf) socket.pause();
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'event', event: 'sync', dataType: 'json', data: { version: 0 } }));
  }, ASK_EVERY_MS);
  await pause(SECONDS * 1_000);
  clearInterval(asking);
  // A paused socket does not notice that its connection was cut. So the socket must read again.
  if (isDeaf) socket.resume();
  const isDropped = await Promise.race([closed, pause(FAREWELL_MS, false)]);
  socket.terminate();
  return isDropped;
}
