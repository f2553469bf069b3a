import type { FastifyInstance } from 'fastify';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { Rooms } from '#server/room/rooms.ts';

type ShutdownDeps = {
  readonly app: FastifyInstance;
  readonly hub: Hub;
  readonly rooms: Rooms;
  readonly clock: { stop(): void };
  readonly stops: readonly (() => void)[];
  readonly jobs: readonly (() => Promise<void>)[];
  /** Runs last, when all work has ended. */
  readonly last: () => Promise<void>;
};

/** Returns the steps of a graceful shutdown: notify others, finish open work, then close what that work needs. */
export const createShutdown = (
  shutdown: { isOn: boolean },
  { app, hub, rooms, clock, stops, jobs, last }: ShutdownDeps,
) => ({
  announceShutdown() {
    shutdown.isOn = true;
    hub.sendElsewhere();
  },
  async close() {
    shutdown.isOn = true;
    for (const stop of stops) stop();
    await hub.close();
    // Waits for open requests, including bids that wait in a room.
    await app.close();
    await Promise.all(jobs.map((stop) => stop()));
    rooms.close();
    clock.stop();
    await last();
  },
});
