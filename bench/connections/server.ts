import { Client } from 'pg';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';

/**
 * A task for this process, which runs the whole server. The process notes each time at which the server reads a room's
 * history for a snapshot, in ms since 1970. The message `'roomReads'` requests the times since the last such message.
 */
export type ServerTask = { readonly databaseUrl: string; readonly publicUrl: string; readonly port: number };

const roomReadsAtMs: number[] = [];

const query = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
Reflect.set(Client.prototype, 'query', function noteRoomReads(this: Client, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string } | undefined];
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (text && /from bid_history where auction_id = \$1 and seq/.test(text)) roomReadsAtMs.push(Date.now());
  return Reflect.apply(query, this, given);
});

process.on('message', (message: ServerTask | 'roomReads') => {
  if (message === 'roomReads') process.send?.(roomReadsAtMs.splice(0));
  else void serve(message);
});
process.on('disconnect', () => process.exit());

async function serve({ databaseUrl, publicUrl, port }: ServerTask): Promise<void> {
  const database = await openDatabase({ url: databaseUrl });
  const given = { NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' };
  const { app } = await compose(database, readConfig(given));
  await app.listen({ port, host: '127.0.0.1' });
  process.send?.('ready');
}
