import { setTimeout as pause } from 'node:timers/promises';
import { createChance } from '#testing/world/chance.ts';
import { median } from '../figure.ts';
import { startBidding } from './bidding.ts';
import { createClient, settle, type Client } from './client.ts';
import { faultySockets } from './faulty-socket.ts';
import type { Site } from './site.ts';

export type Storm = {
  readonly what: string;
  /** Milliseconds from the loss of all connections until half of the clients show the room again. */
  readonly medianMs: number;
  /** Milliseconds from the loss of all connections until all clients show the room again. */
  readonly lastMs: number;
  /** Milliseconds in which no server accepted connections. They are part of `medianMs` and `lastMs`. */
  readonly downMs: number;
  readonly roomReads: number;
  readonly roomReadsInOneSecond: number;
};

const CONNECTING_AT_ONCE = 100;
const BIDS_PER_SECOND = 2;

/**
 * Disconnects all clients at the same moment while bidders bid: first by cutting the connections, then by killing the
 * server.
 */
export async function* reconnectAll(site: Site, perBidder: number): AsyncGenerator<Storm> {
  const clients = Array.from({ length: perBidder }, () => site.bidders.map((who) => createClient(site, who))).flat();
  for (let i = 0; i < clients.length; i += CONNECTING_AT_ONCE) {
    const some = clients.slice(i, i + CONNECTING_AT_ONCE);
    for (const client of some) client.open();
    await settle(some, 1);
  }
  const cutAll = async (): Promise<void> => {
    for (const socket of faultySockets) socket.cut();
  };
  const bidding = startBidding(site, createChance(1), BIDS_PER_SECOND);
  yield await comeBack(site, clients, `${clients.length} lines cut`, cutAll);
  yield await comeBack(site, clients, 'the same, and nobody knows the room any more', async () => {
    for (const client of clients) client.forget();
    await cutAll();
  });
  yield await comeBack(site, clients, 'server killed and started again', () => site.restart());
  await bidding.stop();
  for (const client of clients) client.close();
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

async function comeBack(
  site: Site,
  clients: readonly Client[],
  what: string,
  endConnections: () => Promise<void>,
): Promise<Storm> {
  await site.roomReadsAtMs();
  const fromMs = performance.now();
  await endConnections();
  const downMs = performance.now() - fromMs;
  const tookMs = (): readonly number[] =>
    clients.map((client) => (client.backAtMs() ?? 0) - fromMs).map((ms) => (ms > 0 ? ms : Number.POSITIVE_INFINITY));
  while (tookMs().includes(Number.POSITIVE_INFINITY) && performance.now() < fromMs + PATIENCE_MS)
    await pause(LOOK_EVERY_MS);
  const reads = await site.roomReadsAtMs();
  const readsFrom = (atMs: number): number => reads.filter((each) => each >= atMs && each < atMs + 1_000).length;
  return {
    what,
    medianMs: median(tookMs()),
    lastMs: Math.max(...tookMs()),
    downMs,
    roomReads: reads.length,
    roomReadsInOneSecond: Math.max(0, ...reads.map(readsFrom)),
  };
}
