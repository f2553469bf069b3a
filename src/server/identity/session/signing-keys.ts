import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { notify, type Database, type Db } from '#server/platform/database/database.ts';
import { readOrCreateSecret, lockSecret, replaceSecret, type Secret } from '#server/identity/session/secret.ts';
import { SESSION_SECONDS } from '#server/identity/session/user-session.ts';

export const SIGNING_ALGORITHM = 'ES256';

/**
 * The keys that sign tokens. The first key signs, and all keys verify. A new key becomes the first one. The old key
 * stays until its tokens have expired.
 */
export type SigningKeys = {
  readonly privateKeys: readonly JWK[];
  readonly publicKeys: readonly JWK[];
  /** Reads the keys again, because another process may have added a new key. Reads at most once every five seconds. */
  refresh(): Promise<void>;
  onChanged(callback: () => void): void;
};

type StoredKey = JWK & { readonly retiredAtMs?: number };

const NAME = 'signing-keys';
const CHANNEL = 'signing_keys';
/** Milliseconds for which an old key is kept. Clients may send its ID tokens as hints during the whole session. */
const KEPT_MS = (SESSION_SECONDS + 24 * 60 * 60) * 1000;
/** Minimum time between two reads of the keys, in ms. Anyone can cause reads with tokens that have unknown key ids. */
const LOOK_AGAIN_MS = 5_000;

export type KeyParts = { readonly database: Database; readonly secret: Secret; readonly clock: Clock };

/**
 * Loads the signing keys, and creates them on the first start. They are stored in the database, encrypted with the
 * deployment's secret, and all processes share them.
 */
export async function loadSigningKeys({ database, secret, clock }: KeyParts): Promise<SigningKeys> {
  const callbacks: (() => void)[] = [];
  let privateKeys = await readKeys(database.db, secret, clock.nowMs());
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const refreshOnce = async (): Promise<void> => {
    const found = await readKeys(database.db, secret, clock.nowMs());
    if (kidsOf(found) === kidsOf(privateKeys)) return;
    privateKeys = found;
    for (const callback of callbacks) callback();
  };
  let looking = Promise.resolve();
  // Reads run one after the other, so that an older result never replaces a newer one.
  const look = (): Promise<void> => {
    looking = looking.catch(() => undefined).then(refreshOnce);
    return looking;
  };
  // The current keys stay if reading fails, for example if only newer processes have the secret of the stored keys.
  const lookIfPossible = (): void => void look().catch(() => undefined);
  await database.listen(CHANNEL, lookIfPossible);
  database.onMissed(lookIfPossible);
  return {
    get privateKeys() {
      return privateKeys;
    },
    get publicKeys() {
      return privateKeys.map(publicPart);
    },
    async refresh() {
      if (clock.nowMs() - lookedAtMs < LOOK_AGAIN_MS) return;
      lookedAtMs = clock.nowMs();
      await look();
    },
    onChanged: (callback) => void callbacks.push(callback),
  };
}

/**
 * Adds a new key as the first one. Nobody is signed out: every process is notified and signs with the new key, and the
 * old key still verifies its own tokens. With `forget`, the old keys are removed immediately, because they leaked.
 * Clients then get new access tokens with their refresh tokens, which are not signed.
 */
export async function rotateSigningKeys(
  { database, secret, clock }: KeyParts,
  { forget = false }: { forget?: boolean } = {},
): Promise<void> {
  const nowMs = clock.nowMs();
  await readKeys(database.db, secret, nowMs);
  const made = await makeKey();
  await database.db.transaction().execute(async (db) => {
    const before = await lockSecret(db, NAME);
    const old = openKeys(secret, before).map((key) => ({ ...key, retiredAtMs: key.retiredAtMs ?? nowMs }));
    const keys = [made, ...(forget ? [] : old.filter((key) => isKept(key, nowMs)))];
    await replaceSecret(db, NAME, { before, after: secret.seal(JSON.stringify(keys)) });
    await notify(db, CHANNEL, ['']);
  });
}

async function readKeys(db: Db, secret: Secret, nowMs: number): Promise<JWK[]> {
  const sealed = await readOrCreateSecret(db, NAME, async () => secret.seal(JSON.stringify([await makeKey()])));
  const keys = openKeys(secret, sealed);
  // Encrypts the keys with the new secret. Changes nothing if another process has replaced the value meanwhile.
  if (!secret.isSealedAnew(sealed))
    await replaceSecret(db, NAME, { before: sealed, after: secret.seal(JSON.stringify(keys)) });
  return keys.filter((key) => isKept(key, nowMs)).map(({ retiredAtMs: _, ...key }) => key);
}

const isKept = ({ retiredAtMs }: StoredKey, nowMs: number): boolean =>
  retiredAtMs === undefined || nowMs - retiredAtMs < KEPT_MS;

function openKeys(secret: Secret, sealed: string): StoredKey[] {
  try {
    return JSON.parse(secret.open(sealed)) as StoredKey[];
  } catch (cause) {
    throw new Error(
      'configuration: SECRET_KEY is not the key of this database. Restore the previous SECRET_KEY, or set SECRET_KEY_BEFORE to it',
      { cause },
    );
  }
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: SIGNING_ALGORITHM, use: 'sig' };
}

const publicPart = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({ kty, crv, x, y, kid, alg, use });

const kidsOf = (keys: readonly JWK[]): string => keys.map(({ kid }) => kid).join();
