import type { ConductAction } from '#domain/auction/judge-conduct.ts';
import type { Client } from './client.ts';
import type { Scene } from './world.ts';

/** Lets an admin pause, extend and, rarely, annul the auction, at any moment from before the start to after the end. */
export function planConduct({ chance, schedule, rows }: Scene, admin: Client, latenessMs: number): void {
  const { startsAtMs, auctionEndsAtMs } = rows().times;
  const ask = (action: ConductAction, until: string | null = null): Promise<void> =>
    admin.call({ userId: 'admin', accounts: [], type: 'conduct', action, reason: 'agreed with the owner', until });
  const soon = (act: () => void): void => {
    const fromMs = startsAtMs - 100;
    schedule.after(fromMs + chance.next() * (auctionEndsAtMs + latenessMs - fromMs) - schedule.nowMs(), act);
  };
  // The resume request is repeated until it is answered, even if the pause failed. So no auction stays paused.
  const pauseAndResume = async (): Promise<void> => {
    await ask('pause');
    await schedule.wait(chance.between(20, 900));
    await ask('resume');
  };
  const extend = (): void => {
    const laterMs = rows().times.auctionEndsAtMs + chance.between(-100, 800);
    void ask('extend', new Date(laterMs).toISOString());
  };
  for (let i = chance.happens(0.4) ? chance.between(1, 3) : 0; i > 0; i -= 1) soon(() => void pauseAndResume());
  for (let i = chance.happens(0.3) ? chance.between(1, 2) : 0; i > 0; i -= 1) soon(extend);
  if (chance.happens(0.08)) soon(() => void ask('annul'));
}
