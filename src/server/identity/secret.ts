import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Keys for single purposes, all derived from the deployment's one secret: what leaks of one says nothing about another. */
export type Secret = {
  /** Hash of something short or guessable, worthless without the secret. */
  mac(purpose: string, text: string): string;
  cookieKeys(): string[];
  seal(text: string): string;
  open(sealed: string): string;
};

/** SECRET_KEY where one is configured; otherwise one that is made once and kept in the database. */
export async function loadSecret(db: Db, configured: string | undefined): Promise<Secret> {
  return secretOf(configured ?? (await keptOnce(db, 'secret', () => randomBytes(32).toString('base64url'))));
}

/** The value under a name; of processes that start at once, the first one's is everybody's. */
export async function keptOnce(db: Db, name: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readKept(db, name);
  if (known !== undefined) return known;
  await sql`insert into server_secret (name, value) values (${name}, ${await make()}) on conflict do nothing`.execute(
    db,
  );
  const kept = await readKept(db, name);
  if (kept === undefined) throw new Error(`server_secret ${name} was not kept`);
  return kept;
}

async function readKept(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from server_secret where name = ${name}`.execute(db);
  return rows[0]?.value;
}

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

function secretOf(secret: string): Secret {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'greenlot', purpose, 32));
  return {
    mac: (purpose, text) => createHmac('sha256', derive(purpose)).update(text).digest('hex'),
    cookieKeys: () => [derive('cookies').toString('base64url')],
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derive('sealing'), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive('sealing'), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Hash of something that is random and long by itself. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
