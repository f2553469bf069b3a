import { setTimeout as pause } from 'node:timers/promises';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import { startBidding } from './bidding.ts';
import { createClient, settle, type Client } from './client.ts';
import { digestOfRoom, digestsOfHistory } from './digest.ts';
import { faultySockets, type FaultySocket } from './faulty-socket.ts';
import { raise, type Site } from './site.ts';

export type FaultsOptions = {
  readonly faults: number;
  readonly seconds: number;
  readonly bidsPerSecond: number;
  readonly seed: number;
  /** Is called after the first half of the faults. */
  readonly meanwhile: () => Promise<void>;
};

export type FaultsReport = {
  readonly faults: Readonly<Record<string, number>>;
  readonly bids: number;
  readonly connections: number;
  readonly shownStates: number;
  /** Number of shown states that are not in the history. */
  readonly wrongStates: number;
  /** How often a client showed an older state than before. */
  readonly stepsBack: number;
  /** Number of clients that do not show the final state at the end. */
  readonly differentInTheEnd: number;
};

/** A state of the room that a client showed. */
type ShownState = { readonly version: number; readonly digest: number };

/**
 * Causes network faults while bidders bid and one client per bidder shows the room. Then compares the shown states with
 * the history.
 */
export async function sufferFaults(site: Site, wish: FaultsOptions): Promise<FaultsReport> {
  const shown = site.bidders.map((): ShownState[] => []);
  const clients = site.bidders.map((who, index) =>
    createClient(site, who, (room) => shown[index]?.push({ version: room.version, digest: digestOfRoom(room) })),
  );
  for (const client of clients) client.open();
  await settle(clients, 1);
  const bidding = startBidding(site, createChance(wish.seed + 1), wish.bidsPerSecond);
  const faults = await spoil(clients, wish);
  const sent = await bidding.stop();
  // The last bid is placed while all clients are disconnected. So no later message tells the clients about this bid.
  for (const socket of faultySockets) socket.cut();
  const version = await raise(site, site.bidders[0]);
  await settle(clients, version).catch(() => undefined);
  for (const client of clients) client.close();
  const digests = await digestsUpTo(site, version);
  const isWrong = (state: ShownState | undefined): boolean => !state || digests.get(state.version) !== state.digest;
  return {
    faults,
    bids: sent.length,
    connections: clients.reduce((sum, client) => sum + client.attempts(), 0),
    shownStates: shown.flat().length,
    wrongStates: shown.flat().filter(isWrong).length,
    stepsBack: shown.reduce((sum, states) => sum + stepsBackIn(states), 0),
    differentInTheEnd: shown.filter((states) => states.at(-1)?.version !== version || isWrong(states.at(-1))).length,
  };
}

const DELAY_MS = [20, 1_500] as const;
/** Duration in ms of a silent connection. It is so long that the client gives up the connection. */
const SILENCE_MS = 9_500;
const LEAVE_MS = [0, 1_000] as const;
/** Kinds of faults. Kinds that are listed twice happen twice as often. */
const KINDS = ['cut', 'cut', 'delay', 'delay', 'lose', 'lose', 'double', 'double', 'leave', 'silence'] as const;

async function spoil(clients: readonly Client[], wish: FaultsOptions): Promise<Record<string, number>> {
  const chance = createChance(wish.seed);
  const counts: Record<string, number> = {};
  for (let done = 0; done < wish.faults; done += 1) {
    await pause(chance.between(0, (2_000 * wish.seconds) / wish.faults));
    const kind = chance.one(KINDS);
    if (kind === 'leave') leave(chance, chance.one(clients));
    else spoilSocket(kind, chance, await someSocket(chance));
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (done === Math.floor(wish.faults / 2)) await wish.meanwhile();
  }
  await pause(LEAVE_MS[1]);
  return counts;
}

/** Returns a connected socket. If no socket is connected, waits for one. */
async function someSocket(chance: Chance): Promise<FaultySocket> {
  for (;;) {
    const socket = chance.pick([...faultySockets].filter(({ readyState }) => readyState === WebSocket.OPEN));
    if (socket) return socket;
    await pause(50);
  }
}

function leave(chance: Chance, client: Client): void {
  client.close();
  setTimeout(() => client.open(), chance.between(...LEAVE_MS));
}

function spoilSocket(kind: Exclude<(typeof KINDS)[number], 'leave'>, chance: Chance, socket: FaultySocket): void {
  if (kind === 'cut') socket.cut();
  if (kind === 'delay') socket.hold(chance.between(...DELAY_MS));
  if (kind === 'silence') socket.hold(SILENCE_MS);
  if (kind === 'lose') socket.lose(chance.between(1, 3));
  if (kind === 'double') socket.double(chance.between(1, 3));
}

async function digestsUpTo(site: Site, version: number): Promise<ReadonlyMap<number, number>> {
  const lines = await linesBetween(site.database.db, site.auctionId, 0, version);
  return digestsOfHistory(lines.map(({ line }) => line));
}

const stepsBackIn = (shown: readonly ShownState[]): number =>
  shown.filter(({ version }, index) => version < (shown[index - 1]?.version ?? 0)).length;
