import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Functions with keys that are derived from the deployment's secret, one key per purpose. A leaked key reveals nothing
 * about the other keys.
 */
export type Secret = {
  /** Returns a keyed hash (MAC) of a short or guessable text. Nobody can compute or check it without the secret. */
  mac(purpose: string, text: string): string;
  cookieKeys(): string[];
  seal(text: string): string;
  /** Decrypts text that was encrypted (`seal`) with this secret or with the previous secret. */
  open(sealed: string): string;
  /** Returns whether the text was encrypted with this secret and not with the previous secret. */
  isSealedAnew(sealed: string): boolean;
};

type SecretConfig = { readonly SECRET_KEY?: string | undefined; readonly SECRET_KEY_BEFORE?: string | undefined };

/**
 * Returns the configured SECRET_KEY, or a generated secret that is stored in the database. While SECRET_KEY is being
 * changed, the previous secret still decrypts and verifies. Only pending one-time codes become invalid.
 */
export async function loadSecret(db: Db, { SECRET_KEY, SECRET_KEY_BEFORE }: SecretConfig): Promise<Secret> {
  const secret = SECRET_KEY ?? (await readOrCreateSecret(db, 'secret', () => randomBytes(32).toString('base64url')));
  return secretOf(secret, SECRET_KEY_BEFORE);
}

/**
 * Returns the value stored under a name, and creates the value if it is missing. If several processes start at the same
 * time, all use the value that was stored first.
 */
export async function readOrCreateSecret(db: Db, name: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readKept(db, name);
  if (known !== undefined) return known;
  await sql`
    insert into server_secret (name, value) values (${name}, ${await make()}) on conflict do nothing`.execute(db);
  const kept = await readKept(db, name);
  if (kept === undefined) throw new Error(`server_secret ${name} was not stored`);
  return kept;
}

/** Locks the value under a name until the transaction ends, and returns the value. */
export async function lockSecret(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select value from server_secret where name = ${name} for update`.execute(db);
  return rows[0]?.value ?? '';
}

/** Replaces the value under a name, unless another process has changed it meanwhile. */
export async function replaceSecret(db: Db, name: string, value: { before: string; after: string }): Promise<void> {
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
    // The first key signs cookies, and all keys verify them.
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
