import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, type PoolClient } from 'pg';

/**
 * This module is loaded into a server before the server's own code, to break the server on purpose. The database client
 * reports each commit as done, but sends the commit to the database only after this many ms. So the server answers
 * before a bid is durable.
 */
const LATE_MS = 1_000;

const held = new WeakMap<object, Promise<unknown>>();

const query = Client.prototype.query as unknown as (...args: unknown[]) => Promise<unknown>;
Object.assign(Client.prototype, {
  query(this: Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
    if (text !== 'commit') return query.apply(this, args);
    const sent = pause(LATE_MS).then(() => query.apply(this, args));
    const forget = (): boolean => held.delete(this);
    held.set(this, sent.then(forget, forget));
    return Promise.resolve({ command: 'COMMIT', rowCount: 0, rows: [], fields: [] });
  },
});

// A connection returns to the pool only after its held commit; otherwise its next user would wait for the commit.
type Connect = (this: Pool, ...callback: unknown[]) => Promise<PoolClient>;
const connect = Pool.prototype.connect as unknown as Connect;
Object.assign(Pool.prototype, {
  async connect(this: Pool, ...callback: unknown[]): Promise<PoolClient> {
    const client = await connect.apply(this, callback);
    // For single statements, the pool calls this function itself, with a callback.
    if (callback.length > 0) return client;
    const release = client.release.bind(client);
    client.release = (destroy) => void Promise.resolve(held.get(client)).then(() => release(destroy));
    return client;
  },
});
