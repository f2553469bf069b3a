import type { FastifyInstance } from 'fastify';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { Rooms } from '#server/room/rooms.ts';

type Stopped = {
  readonly app: FastifyInstance;
  readonly hub: Hub;
  readonly rooms: Rooms;
  readonly clock: { stop(): void };
  readonly stops: readonly (() => void)[];
  readonly jobs: readonly (() => Promise<void>)[];
  /** When nothing happens any more. */
  readonly last: () => Promise<void>;
};

/** The ways out: others are told first, then what is under way ends, and what that needs goes last. */
export const waysOut = (draining: { isOn: boolean }, { app, hub, rooms, clock, stops, jobs, last }: Stopped) => ({
  drain() {
    draining.isOn = true;
    hub.sendElsewhere();
  },
  async close() {
    draining.isOn = true;
    for (const stop of stops) stop();
    await hub.close();
    // Requests that are open end by themselves, bids that wait in a room among them.
    await app.close();
    await Promise.all(jobs.map((stop) => stop()));
    rooms.close();
    clock.stop();
    await last();
  },
});
