import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import { keptOnce, lockKept, replaceKept, type Secret } from '#server/identity/session/secret.ts';
import { SESSION_SECONDS } from '#server/identity/session/user-session.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** The first key signs, all of them verify: a new one is put in front, the old one stays until its tokens have expired. */
export type SigningKeys = {
  readonly privateKeys: readonly JWK[];
  readonly publicKeys: readonly JWK[];
  /** Looks whether another process put a new key in front; seldom, however often it is asked. */
  refresh(): Promise<void>;
  onChanged(callback: () => void): void;
};

type StoredKey = JWK & { readonly retiredAtMs?: number };

const NAME = 'signing-keys';
const CHANNEL = 'signing_keys';
/** An ID token may come back as a hint for as long as the session lives that it was made in. */
const KEPT_MS = (SESSION_SECONDS + 24 * 60 * 60) * 1000;
/** Anybody can send tokens with keys that don't exist: so often at most they make us look. */
const LOOK_AGAIN_MS = 5_000;

export type KeyParts = { readonly database: Database; readonly secret: Secret; readonly clock: Clock };

/** Made once, sealed with the deployment's secret, shared by all processes through the database. */
export async function loadSigningKeys({ database, secret, clock }: KeyParts): Promise<SigningKeys> {
  const callbacks: (() => void)[] = [];
  let privateKeys = await readKeys(database.db, secret, clock.nowMs());
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const lookOnce = async (): Promise<void> => {
    const found = await readKeys(database.db, secret, clock.nowMs());
    if (kidsOf(found) === kidsOf(privateKeys)) return;
    privateKeys = found;
    for (const callback of callbacks) callback();
  };
  let looking = Promise.resolve();
  // One after the other: what was read earlier must not be taken up later.
  const look = (): Promise<void> => {
    looking = looking.catch(() => undefined).then(lookOnce);
    return looking;
  };
  // Sealed with a secret that only newer processes have, or not to be read at all now: those that we have still hold.
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
 * Puts a new key in front. Nobody is signed out: every process hears of it and signs with the new one, the old one
 * verifies what it signed. With `forget` the old ones go at once, because they leaked: access tokens are then renewed by
 * refresh tokens, which no key signs.
 */
export async function rotateSigningKeys(
  { database, secret, clock }: KeyParts,
  { forget = false }: { forget?: boolean } = {},
): Promise<void> {
  const nowMs = clock.nowMs();
  await readKeys(database.db, secret, nowMs);
  const made = await makeKey();
  await database.db.transaction().execute(async (db) => {
    const before = await lockKept(db, NAME);
    const old = openKeys(secret, before).map((key) => ({ ...key, retiredAtMs: key.retiredAtMs ?? nowMs }));
    const keys = [made, ...(forget ? [] : old.filter((key) => isKept(key, nowMs)))];
    await replaceKept(db, NAME, { before, after: secret.seal(JSON.stringify(keys)) });
    await notify(db, CHANNEL, ['']);
  });
}

async function readKeys(db: Db, secret: Secret, nowMs: number): Promise<JWK[]> {
  const sealed = await keptOnce(db, NAME, async () => secret.seal(JSON.stringify([await makeKey()])));
  const keys = openKeys(secret, sealed);
  // Of processes that do this at once one succeeds; a rotation in between is sealed anew already.
  if (!secret.isSealedAnew(sealed))
    await replaceKept(db, NAME, { before: sealed, after: secret.seal(JSON.stringify(keys)) });
  return keys.filter((key) => isKept(key, nowMs)).map(({ retiredAtMs: _, ...key }) => key);
}

const isKept = ({ retiredAtMs }: StoredKey, nowMs: number): boolean =>
  retiredAtMs === undefined || nowMs - retiredAtMs < KEPT_MS;

function openKeys(secret: Secret, sealed: string): StoredKey[] {
  try {
    return JSON.parse(secret.open(sealed)) as StoredKey[];
  } catch (cause) {
    throw new Error('configuration: SECRET_KEY is not the one that this database was set up with', { cause });
  }
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: SIGNING_ALGORITHM, use: 'sig' };
}

const publicPart = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({ kty, crv, x, y, kid, alg, use });

const kidsOf = (keys: readonly JWK[]): string => keys.map(({ kid }) => kid).join();
