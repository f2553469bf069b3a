import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system assigns automatically, so that no other program gets one before it is used. */
const [FIRST, COUNT] = [10_000, 22_000];
let at = randomInt(COUNT);

/** Returns a port on which nothing listens now, and which this process has not returned before. */
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
