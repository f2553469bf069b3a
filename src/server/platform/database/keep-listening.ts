import type { PoolClient } from 'pg';
import { ask } from '#server/platform/database/postgres-pool.ts';

/** The part of a pool that listening needs. */
export type Connects = { connect(): Promise<PoolClient> };

export type Listening = {
  heard(payload: string): void;
  /** Called after a broken connection was restored. Notifications in between are lost. */
  missed(): void;
  /** The interval at which the connection is probed, and the limit of the answer, in ms. */
  readonly probeMs: number;
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
  { heard, missed, probeMs }: Listening,
): Promise<() => void> {
  let isStopped = false;
  let close = (): void => undefined;
  const open = async (): Promise<void> => {
    const ear = await openEar(pool, channel, { heard, probeMs });
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

async function openEar(
  pool: Connects,
  channel: string,
  { heard, probeMs }: Pick<Listening, 'heard' | 'probeMs'>,
): Promise<Ear> {
  const client = await pool.connect();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  void closed.then(() => client.release(true));
  client.on('error', () => close());
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  try {
    await ask(client, { text: `listen "${channel}"` }, probeMs);
  } catch (error) {
    close();
    throw error;
  }
  // A machine that fell silent closes nothing, so the connection would listen to it for hours.
  const timer = setInterval(() => void ask(client, { text: 'select 1' }, probeMs).catch(close), probeMs);
  timer.unref();
  void closed.then(() => clearInterval(timer));
  return { closed, close };
}
