import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { holdFolder } from '#server/platform/database/hold-folder.ts';
import { createPrimaryFinder, readDatabaseHosts } from '#server/platform/database/database-hosts.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';

/**
 * One connection that copies whole tables in the format of PostgreSQL's `COPY`. Both kinds of database use the same
 * format.
 */
export type Copying = {
  query<Row>(statement: string): Promise<Row[]>;
  copyOut(select: string): AsyncIterable<Uint8Array>;
  copyIn(target: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
};

export type CopyingSource = { readonly url: string } | { readonly folder: string };

/** Session settings that make the text of values independent of the server. */
const SETTINGS = `set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set bytea_output = 'hex'`;

/** Opens a connection for copying. The caller closes the connection. */
export async function openCopying(source: CopyingSource): Promise<Copying> {
  return 'url' in source ? openPostgres(source.url) : openPglite(source.folder);
}

async function openPostgres(url: string): Promise<Copying> {
  const hosts = readDatabaseHosts(url);
  const found = await createPrimaryFinder(hosts, DATABASE_LIMITS.connectMs)();
  const client = new Client({ connectionString: hosts.urls[0] });
  Object.assign(client, found);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return {
    query: async <Row>(statement: string) => (await client.query(statement)).rows as Row[],
    copyOut: (select) => client.query(to(`copy ${select} to stdout`)),
    copyIn: (target, rows) => pipeline(rows, client.query(from(`copy ${target} from stdin`))),
    close: () => client.end(),
  };
}

/** The embedded database holds each table in memory as a whole, because it is made for a demo's data. */
async function openPglite(folder: string): Promise<Copying> {
  await mkdir(folder, { recursive: true });
  const held = await holdFolder(folder);
  const pglite = await PGlite.create({ dataDir: folder, extensions: { btree_gist, pg_trgm } });
  await pglite.exec(SETTINGS);
  return {
    query: async <Row>(statement: string) => ((await pglite.exec(statement)).at(-1)?.rows ?? []) as Row[],
    async *copyOut(select) {
      const { blob } = await pglite.query(`copy ${select} to '/dev/blob'`);
      if (blob) yield new Uint8Array(await blob.arrayBuffer());
    },
    async copyIn(target, rows) {
      const blob = new Blob((await Array.fromAsync(rows)).map((piece) => new Uint8Array(piece)));
      await pglite.query(`copy ${target} from '/dev/blob'`, [], { blob });
    },
    close: async () => {
      await pglite.close();
      await held.release();
    },
  };
}
