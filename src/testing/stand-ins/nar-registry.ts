import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN = 'token-of-the-registry';

/**
 * How the registry answers the next request that moves certificates. `late`: it moves them and answers after the time
 * limit. `silent`: it does nothing and does not answer. `twice`: it states its answer twice. `partly`: it moves half.
 * `wrong`: it moves them to somebody else. `unreadable`: it moves them and answers with something else. A number: it does
 * nothing and answers with this status.
 */
export type Mood = 'late' | 'silent' | 'twice' | 'partly' | 'wrong' | 'unreadable' | number;

type Holding = { accountId: string; base: string; first: number; last: number; status: string; resource: string };
type Transfer = Holding & { transferId: string; receiver: string };
type Wish = {
  readonly correlationId: string;
  readonly certificateSerialNumberRange: string;
  readonly quantity: number;
  readonly transfereeId?: string;
};

type Say = (status: number, body: object) => void;

const rangeText = ({ base, first, last }: Holding): string => `${base}-${first} to ${last}`;
const sizeOf = ({ first, last }: Holding): number => last - first + 1;
const shown = (one: Holding) => ({
  certificateSerialNumberRange: rangeText(one),
  certificateStatus: one.status,
  quantity: sizeOf(one),
  ...(one.status === 'Retired' && { retirementDate: '2026-11-27T00:00:00Z', notificationName: 'Acme' }),
});

/** The accounts of the registry: who holds which certificates, and which transfers wait for their receiver. */
class Accounts {
  readonly holdings: Holding[] = [];
  readonly pending: Transfer[] = [];
  #count = 0;

  /** Moves certificates out of a holding: the low numbers first. Returns undefined if the holding is not there. */
  #take(range: string, accountId: string, quantity: number): Holding | undefined {
    const at = this.holdings.findIndex(
      (one) =>
        one.accountId === accountId && one.status === 'Active' && rangeText(one) === range && sizeOf(one) >= quantity,
    );
    const [found] = at < 0 ? [] : this.holdings.splice(at, 1);
    if (!found) return undefined;
    const taken = { ...found, last: found.first + quantity - 1 };
    if (taken.last < found.last) this.holdings.push({ ...found, first: taken.last + 1 });
    return taken;
  }

  /** Moves or retires certificates. Returns the response for them, or undefined if they are not there. */
  move(wish: Wish, accountId: string, mood: Mood | undefined): object | undefined {
    const { correlationId, certificateSerialNumberRange, transfereeId } = wish;
    const quantity = mood === 'partly' ? Math.floor(wish.quantity / 2) : wish.quantity;
    const taken = this.#take(certificateSerialNumberRange, accountId, quantity);
    if (!taken) return undefined;
    const transferId = `T${++this.#count}`;
    const receiver = mood === 'wrong' ? 'SOMEBODY' : transfereeId;
    if (receiver === undefined) this.holdings.push({ ...taken, status: 'Retired' });
    else this.pending.push({ ...taken, transferId, receiver });
    return { correlationId, certificateSerialNumberRange, quantity, transferId, transfereeId: receiver };
  }

  /** Ends a pending transfer: its certificates go to the receiver, or back. */
  end(transferId: string, isAccepted: boolean): void {
    const at = this.pending.findIndex((found) => found.transferId === transferId);
    const [one] = at < 0 ? [] : this.pending.splice(at, 1);
    if (!one) throw new Error(`${transferId} is not pending`);
    const { transferId: _, receiver, ...holding } = one;
    this.holdings.push({ ...holding, accountId: isAccepted ? receiver : holding.accountId });
  }

  /** Returns a page of a list, as the query asks for it. */
  list(path: string, query: URLSearchParams): object {
    const [top, skip] = [Number(query.get('$top')), Number(query.get('$skip'))];
    const isMine = (one: Holding): boolean => one.accountId === query.get('accountIds');
    const isWanted = (one: Holding): boolean => query.get('$filter')?.includes(`'${one.resource}'`) ?? true;
    const rows =
      path === 'transfer/pending'
        ? this.pending
            .filter(isMine)
            .map((one) => ({ ...shown(one), transferId: one.transferId, transfereeId: one.receiver }))
        : this.holdings.filter((one) => isMine(one) && isWanted(one)).map(shown);
    return { value: rows.slice(skip, skip + top), countExceeded: false };
  }
}

/** The registry's program: its accounts, its mood, and the requests that it got. */
class Registry {
  readonly accounts = new Accounts();
  readonly asked: string[] = [];
  mood: Mood | undefined;

  answer(request: IncomingMessage, body: string, say: Say): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry');
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return say(401, { errors: [] });
    const path = pathname.replace('/ClientAPI/api/ledger/', '');
    if (request.method === 'GET') return say(200, this.accounts.list(path, searchParams));
    const { requests } = JSON.parse(body) as { requests: Wish[] };
    return this.#move(requests, searchParams.get('onBehalfOfAccountId') ?? '', say);
  }

  #move(wishes: readonly Wish[], accountId: string, say: Say): void {
    const { mood } = this;
    this.asked.push(...wishes.map(({ correlationId }) => correlationId));
    if (mood === 'silent') return;
    if (typeof mood === 'number') return say(mood, { errors: [{ message: 'out of order' }] });
    const moved = wishes.map((wish) => this.accounts.move(wish, accountId, mood));
    this.mood = undefined;
    if (moved.includes(undefined)) return say(400, { errors: [{ message: 'no such holding' }] });
    if (mood === 'late') return;
    if (mood === 'unreadable') return say(200, { submissionId: '1', responses: 'ok' });
    return say(200, { submissionId: '1', responses: mood === 'twice' ? [...moved, ...moved] : moved });
  }
}

/**
 * Starts a registry with the client API of NAR (its published description, version 1.0.0): holdings, pending transfers,
 * transfers and retirements. Like the real one, it carries out a repeated request again, if the certificates are there.
 */
export async function narRegistry() {
  const registry = new Registry();
  const { accounts, asked } = registry;
  const server = createServer((request, response) => {
    const say = sayTo(response);
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) =>
      registry.answer(request, Buffer.concat(chunks).toString(), say),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ClientAPI`,
    token: TOKEN,
    /** The correlation ids of all requests to move certificates, in their order. */
    asked,
    pending: accounts.pending,
    issue: (holding: Omit<Holding, 'status'>) => void accounts.holdings.push({ ...holding, status: 'Active' }),
    /** Sets how the next request is answered. A silence and a status last until the next call of this function. */
    answers: (how: Mood | undefined) => void (registry.mood = how),
    accept: (transferId: string) => accounts.end(transferId, true),
    reject: (transferId: string) => accounts.end(transferId, false),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const sayTo =
  (response: ServerResponse): Say =>
  (status, body) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
