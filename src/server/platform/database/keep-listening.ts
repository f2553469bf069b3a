import type { PoolClient } from 'pg';

/** The part of a pool that listening needs. */
export type Connects = { connect(): Promise<PoolClient> };

export type Listening = {
  heard(payload: string): void;
  /** Called after a broken connection was restored. Notifications in between are lost. */
  missed(): void;
};

const RETRY_MS = 500;

/**
 * Keeps one connection listening on a channel. If the connection breaks, this function opens a new one, with retries
 * while the database is unreachable. Then it calls `missed`, because notifications were lost. If the first connection
 * fails, the function throws. Returns a function that stops listening.
 */
export async function keepListening(
  pool: Connects,
  channel: string,
  { heard, missed }: Listening,
): Promise<() => void> {
  let isStopped = false;
  let close = (): void => undefined;
  const open = async (): Promise<void> => {
    const ear = await openEar(pool, channel, heard);
    if (isStopped) return ear.close();
    close = ear.close;
    void ear.closed.then(again);
  };
  const again = (): void => {
    if (isStopped) return;
    const timer = setTimeout(() => void open().then(missed).catch(again), RETRY_MS);
    close = () => clearTimeout(timer);
  };
  await open();
  return () => {
    isStopped = true;
    close();
  };
}

/** One listening connection. `closed` resolves when either side has closed the connection. */
type Ear = { readonly closed: Promise<void>; readonly close: () => void };

async function openEar(pool: Connects, channel: string, heard: (payload: string) => void): Promise<Ear> {
  const client = await pool.connect();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  void closed.then(() => client.release(true));
  client.on('error', () => close());
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  try {
    await client.query(`listen "${channel}"`);
  } catch (error) {
    close();
    throw error;
  }
  return { closed, close };
}
