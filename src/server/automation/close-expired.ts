import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';

/** How long after its end a key may still be listening, ms. */
const LOOK_EVERY_MS = 2_000;

/** Ends the sockets of API keys that have expired: nobody else does anything at that moment (decision 50). */
export const closeExpired = (hub: Pick<Hub, 'closeWhere'>, clock: Clock, timers: Pick<Timers, 'every'>): (() => void) =>
  timers.every(LOOK_EVERY_MS, () => {
    const nowMs = clock.nowMs();
    hub.closeWhere(({ endsAtMs = Infinity }) => endsAtMs <= nowMs, CLOSE_CODES.SESSION_ENDED);
  });
