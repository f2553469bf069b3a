import { syncOf } from '#contract/bidding/fold-room.ts';
import type { PlacedBids, RoomBid } from '#contract/bidding/bidding.ts';
import type { FromRoom, SyncRequest } from '#contract/bidding/room.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { LIST_GROUP } from '#server/room/publish-room.ts';
import { createRepeatedRequest } from '#web/platform/calls/repeated-request.ts';
import { EMPTY_LIVE, foldAnsweredBids, foldLive, isOfRoom, type LiveState } from '#web/platform/live/live-fold.ts';
import { checkShown } from './check-frame.ts';
import { closeSocket, type Person, type Server, type Socket } from './server.ts';
import { goesWrong, type Scene } from './world.ts';

/** A call with a final answer: the request, and the answer that every repeat must get. */
export type Acknowledged = {
  readonly request: RoomRequest;
  readonly key: string;
  /** The highest version in any answer that arrived before this request was first sent. */
  readonly after: number;
  readonly answer: { readonly placed: PlacedBids } | { readonly refused: Refused };
};

export type Client = {
  readonly person: Person;
  live(): LiveState;
  ownBids(): readonly RoomBid[];
  /** Sends a request until it is answered, always with the same key. */
  call(request: RoomRequest): Promise<void>;
};

const CALL_PATIENCE_MS = 2_500;

/** The servers that a client talks to, and the collection of acknowledged calls. */
export type ClientDeps = {
  readonly scene: Scene;
  /** One of the running processes; undefined if there is none. */
  anyServer(): Server | undefined;
  readonly acknowledged: Acknowledged[];
};

/**
 * Opens a user's page. Like a browser, it builds the room from messages and asks about gaps. It calls the server with
 * idempotency keys and repeats lost calls.
 */
export function openClient(around: ClientDeps, person: Person): Client {
  let live = EMPTY_LIVE;
  const own = new Map<string, RoomBid>();
  const line = keepConnected(around, person, {
    known: () => syncOf(live.room),
    heard(message) {
      const folded = foldLive(live, message);
      live = folded.state;
      return folded.gap;
    },
  });
  let calls = 0;
  return {
    person,
    live: () => live,
    ownBids: () =>
      [...own.values()].map((bid) => live.room?.bids.get(bid.bidId) ?? bid).filter((bid) => !bid.isDeleted),
    async call(request) {
      calls += 1;
      const placed = await ask(around, person, request, `key-${calls}`);
      for (const bid of placed?.bids ?? []) own.set(bid.bidId, bid);
      if (!placed) return;
      live = foldAnsweredBids(live, placed.bids);
      line.hasBid();
    },
  };
}

type Page = { known(): SyncRequest; heard(message: FromRoom): boolean };

/** Keeps a page's socket open. Connects again if the socket is lost, or if the user may now hear more than lists. */
function keepConnected({ scene, anyServer }: ClientDeps, person: Person, page: Page): { hasBid(): void } {
  const { schedule, chance, faults } = scene;
  let current: { readonly server: Server; readonly socket: Socket } | undefined;
  let attempts = 0;

  const sync = (): void => {
    if (!current) return;
    const { server, socket } = current;
    schedule.after(chance.next() * 20, () => void server.sync(socket, page.known()), server);
  };
  const asking = createRepeatedRequest(sync, (act, ms) => later(scene, act, ms));
  const again = (attempt: number): void => {
    if (attempt !== attempts) return;
    current = undefined;
    attempts += 1;
    schedule.after(100 + chance.next() * 900, () => void connect(attempts));
  };
  const connect = async (attempt: number): Promise<void> => {
    if (attempt !== attempts) return undefined;
    const server = anyServer();
    // A process that dies meanwhile never answers, so the page tries again.
    schedule.after(2_000, () => (current ? undefined : again(attempt)));
    const heard = (message: FromRoom): void => {
      const isGap = page.heard(message);
      if (isOfRoom(message)) asking.onRoomMessage(isGap);
      if (current && goesWrong(scene, faults.droppedSocket)) closeSocket(scene, current.server, current.socket);
    };
    const socket = await server?.open(scene, person, { heard, closed: () => again(attempt) }).catch(() => undefined);
    if (!server || !socket) return again(attempt);
    if (attempt !== attempts) return closeSocket(scene, server, socket);
    current = { server, socket };
    asking.ask();
    return undefined;
  };
  schedule.after(chance.next() * 300, () => void connect(attempts));
  return {
    hasBid() {
      // The token may be older than the bid. Then it gives no access to the room.
      if (!current) again(attempts);
      else if (current.socket.group === LIST_GROUP) closeSocket(scene, current.server, current.socket);
    },
  };
}

function later({ schedule }: Scene, act: () => void, ms: number): () => void {
  let isCancelled = false;
  schedule.after(ms, () => (isCancelled ? undefined : act()));
  return () => {
    isCancelled = true;
  };
}

type Outcome = Acknowledged['answer'] | 'lost';

async function ask(
  { scene, anyServer, acknowledged }: ClientDeps,
  person: Person,
  request: RoomRequest,
  key: string,
): Promise<PlacedBids | undefined> {
  const { schedule, chance, faults } = scene;
  const after = Math.max(
    0,
    ...acknowledged.slice(-20).map(({ answer }) => ('placed' in answer ? answer.placed.version : 0)),
  );
  for (;;) {
    const sendings = goesWrong(scene, faults.doubledCall) ? 2 : 1;
    const outcomes = Array.from({ length: sendings }, () => send(scene, anyServer(), person, request, key));
    const answers = (await Promise.all(outcomes)).filter((outcome) => outcome !== 'lost');
    for (const answer of answers) {
      acknowledged.push({ request, key, after, answer });
      if ('placed' in answer) for (const bid of answer.placed.bids) checkAnswered(scene, person, bid);
    }
    const [first] = answers;
    if (first) return 'placed' in first ? first.placed : undefined;
    await schedule.wait(50 + chance.next() * 300);
  }
}

/** Sends a request to one process. The call is lost if the request or its answer never arrives. */
function send(
  scene: Scene,
  server: Server | undefined,
  person: Person,
  request: RoomRequest,
  key: string,
): Promise<Outcome> {
  const { schedule, chance, faults } = scene;
  return new Promise((resolve) => {
    schedule.after(CALL_PATIENCE_MS, () => resolve('lost'));
    if (!server || goesWrong(scene, faults.lostCall)) return;
    const answer = (outcome: Outcome): void => {
      if (!goesWrong(scene, faults.lostCall)) schedule.after(chance.next() * 20, () => resolve(outcome));
    };
    const arrive = (): void => {
      server.submit(scene, person, request, key).then(
        (placed) => answer({ placed }),
        // Any other error is a transport failure: the client cannot know whether the call was carried out.
        (error: unknown) =>
          answer(error instanceof Refused && error.code !== 'service_busy' ? { refused: error } : 'lost'),
      );
    };
    schedule.after(chance.next() * 20, arrive, server);
  });
}

function checkAnswered(scene: Scene, { userId, role, bidderId }: Person, bid: RoomBid): void {
  if (role === 'admin') return;
  checkShown(scene, scene.rows(), { audience: 'participants', bidderId }, bid);
  if (bid.bidderId !== bidderId) scene.violated(`answered ${userId} with the bid ${bid.bidId}`);
}
