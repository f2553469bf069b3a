import { sql } from 'kysely';
import {
  countFailure,
  FAILURE_RULES,
  remainingLockoutMs,
  type FailureKind,
  type FailureState,
} from '#domain/identity/lockout.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

export type FailureSubject = { readonly kind: FailureKind; readonly name: string };

/** Returns for how many more milliseconds this subject is locked out; 0 without a lockout. */
export async function readLockoutMs(db: Db, subject: FailureSubject, nowMs: number): Promise<number> {
  return remainingLockoutMs(await readFailures(db, hashOfSubject(subject)), nowMs);
}

/**
 * Counts an attempt as a failure before the password is checked, so that parallel guesses cannot avoid the limit. After
 * a correct password, the caller resets the count with `resetFailures`. Returns false during a lockout; then the caller
 * must not check the password.
 */
export async function countAttempt(db: Db, subject: FailureSubject, nowMs: number): Promise<boolean> {
  const hash = hashOfSubject(subject);
  return db.transaction().execute(async (transaction) => {
    await sql`
      insert into sign_in_failure (subject_hash, failures, last_at) values (${hash}, 1, 'epoch')
      on conflict do nothing`.execute(transaction);
    const before = await readFailures(transaction, hash, sql`for update`);
    const after = countFailure(FAILURE_RULES[subject.kind], before, nowMs);
    if (!after) return false;
    await sql`
      update sign_in_failure set failures = ${after.failures}, last_at = ${new Date(after.lastAtMs)},
        rest_until = ${after.lockedUntilMs === undefined ? null : new Date(after.lockedUntilMs)}
      where subject_hash = ${hash}`.execute(transaction);
    return true;
  });
}

/** Resets the count of failures, which also ends a lockout. */
export async function resetFailures(db: Db, subject: FailureSubject): Promise<void> {
  await sql`delete from sign_in_failure where subject_hash = ${hashOfSubject(subject)}`.execute(db);
}

export const hashOfSubject = ({ kind, name }: FailureSubject): string => sha256(`${kind}:${name}`);

async function readFailures(db: Db, hash: string, lock = sql``): Promise<FailureState | undefined> {
  const { rows } = await sql<{ failures: number; last_at: Date; rest_until: Date | null }>`
    select failures, last_at, rest_until from sign_in_failure where subject_hash = ${hash} ${lock}`.execute(db);
  const row = rows[0];
  return row && { failures: row.failures, lastAtMs: row.last_at.getTime(), lockedUntilMs: row.rest_until?.getTime() };
}
