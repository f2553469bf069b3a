import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pauseAuction, resumeAuction } from '#contract/bidding/conduct.ts';
import { ask, type Person, type Reply } from './ask.ts';
import type { Play } from './bid-away.ts';
import type { Chance } from '#testing/world/chance.ts';

/** Pausing and resuming have the same request and reply types. */
type Conducting = typeof pauseAuction;

const ASK_AGAIN_MS = 150;
/** An auction with less time left than this, in ms, is not paused, because most pauses would come too late. */
const LEFT_MS = 500;

/** An admin pauses running auctions and resumes them, until the run is over. No auction stays paused. */
export async function conductAway(play: Play, admin: Person, chance: Chance): Promise<void> {
  while (!play.isOver()) {
    await pause(chance.between(300, 1_500));
    const now = Date.now();
    const running = play.auctions.filter(({ startsAtMs, endsAtMs }) => startsAtMs < now && now < endsAtMs - LEFT_MS);
    const auction = chance.pick(running);
    if (!auction) continue;
    await insist(play, admin, chance, pauseAuction, auction.auctionId);
    await pause(chance.between(100, 700));
    const resumed = await insist(play, admin, chance, resumeAuction, auction.auctionId);
    if (resumed.type === 'answered') auction.endsAtMs = Date.parse(resumed.data.auctionEndTime);
  }
}

/** Sends a call under one idempotency key, to any server, until a server answers or rejects it. */
async function insist(
  { servers }: Play,
  admin: Person,
  chance: Chance,
  route: Conducting,
  id: string,
): Promise<Reply<Conducting>> {
  const input = { id, body: { reason: 'the readings are checked' }, key: randomUUID() };
  for (;;) {
    const reply = await ask(chance.pick(servers()), admin, route, input);
    if (reply.type !== 'failed') return reply;
    await pause(ASK_AGAIN_MS);
  }
}
