import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Keys for single purposes, all derived from the deployment's one secret: what leaks of one says nothing about another. */
export type Secret = {
  /** Hash of something short or guessable, worthless without the secret. */
  mac(purpose: string, text: string): string;
  cookieKeys(): string[];
  seal(text: string): string;
  /** Opens what this secret sealed, or the one before it. */
  open(sealed: string): string;
  /** Whether it is this secret that sealed it, and not the one before. */
  isSealedAnew(sealed: string): boolean;
};

type SecretConfig = { readonly SECRET_KEY?: string | undefined; readonly SECRET_KEY_BEFORE?: string | undefined };

/**
 * SECRET_KEY where one is configured; otherwise one that is made once and kept in the database. While it is changed the
 * one before still opens and verifies; only one-time codes that are under way are lost.
 */
export async function loadSecret(db: Db, { SECRET_KEY, SECRET_KEY_BEFORE }: SecretConfig): Promise<Secret> {
  const secret = SECRET_KEY ?? (await keptOnce(db, 'secret', () => randomBytes(32).toString('base64url')));
  return secretOf(secret, SECRET_KEY_BEFORE);
}

/** The value under a name; of processes that start at once, the first one's is everybody's. */
export async function keptOnce(db: Db, name: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readKept(db, name);
  if (known !== undefined) return known;
  await sql`
    insert into server_secret (name, value) values (${name}, ${await make()}) on conflict do nothing`.execute(db);
  const kept = await readKept(db, name);
  if (kept === undefined) throw new Error(`server_secret ${name} was not kept`);
  return kept;
}

/** The value under a name, which nobody else changes until the transaction ends. */
export async function lockKept(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select value from server_secret where name = ${name} for update`.execute(db);
  return rows[0]?.value ?? '';
}

/** Changes a value that nobody else changed meanwhile. */
export async function replaceKept(db: Db, name: string, value: { before: string; after: string }): Promise<void> {
  await sql`
    update server_secret set value = ${value.after}, created_at = now()
    where name = ${name} and value = ${value.before}`.execute(db);
}

async function readKept(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from server_secret where name = ${name}`.execute(db);
  return rows[0]?.value;
}

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'greenlot', purpose, 32));

function secretOf(secret: string, before: string | undefined): Secret {
  const both = before === undefined ? [secret] : [secret, before];
  return {
    mac: (purpose, text) => createHmac('sha256', derive(secret, purpose)).update(text).digest('hex'),
    // The first signs, all of them verify.
    cookieKeys: () => both.map((one) => derive(one, 'cookies').toString('base64url')),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derive(secret, 'sealing'), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed) => openWith(before !== undefined && !isSealedWith(secret, sealed) ? before : secret, sealed),
    isSealedAnew: (sealed) => isSealedWith(secret, sealed),
  };
}

function openWith(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, 'sealing'), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function isSealedWith(secret: string, sealed: string): boolean {
  try {
    openWith(secret, sealed);
    return true;
  } catch {
    return false;
  }
}
