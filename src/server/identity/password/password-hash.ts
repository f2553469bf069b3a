import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's cost. The package's enum of algorithms can't be imported by erasable TypeScript; 2 is argon2id. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How its hashes begin; people without a password have something else. */
const ARGON2ID = '$argon2id$';

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let dummy: Promise<string> | undefined;

/**
 * Whether this is the password. Without a hash, because nobody has that username, or that person has no password, the same
 * work is done for nothing: the time of the answer tells no one who is registered here.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(32).toString('base64url'));
  const known = passwordHash?.startsWith(ARGON2ID) ? passwordHash : undefined;
  const isRight = await verify(known ?? (await dummy), password);
  return known !== undefined && isRight;
}
