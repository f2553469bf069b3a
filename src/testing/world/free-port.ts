import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that the system gives away by itself: nobody is given one between its being told and being used. */
const [FIRST, COUNT] = [10_000, 22_000];
let at = randomInt(COUNT);

/** A port that nothing listens on at this moment, and that this process wasn't told before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    at = (at + 1) % COUNT;
    const port = FIRST + at;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
