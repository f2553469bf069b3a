import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/**
 * The first port and the number of ports. They are below the ports that the system assigns automatically. So the system
 * gives such a port to no other program before the test uses the port.
 */
const [FIRST, COUNT] = [10_000, 22_000];
let at = randomInt(COUNT);

/** Returns a free port that this process has not returned before. */
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

/**
 * Returns whether a port accepts connections. It sends no request, because a proxy would forward a request to
 * processes that have not started yet.
 */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const line = connect(port, '127.0.0.1', () => {
      line.destroy();
      resolve(true);
    });
    line.on('error', () => resolve(false));
  });
