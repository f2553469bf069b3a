import { sql, type Selectable } from 'kysely';
import type { CodeState } from '#domain/identity/one-time-code.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { Db } from '#server/platform/database/database.ts';

export type CodePurpose = 'login' | 'register' | 'forgot_password' | 'phone';

/**
 * Purpose and subject of a one-time code. The subject is a user's id, or the recipient if there is no user yet.
 * Attempts and sent codes are counted per key.
 */
export type CodeKey = { readonly purpose: CodePurpose; readonly subject: string };

export type CodeRow = {
  /** Hash of the device that requested the code. Only this device may enter the code. */
  readonly deviceHash: string;
  readonly channel: NotificationMethod;
  readonly codeHash: string;
  readonly state: CodeState;
  /** Data that is kept until the correct code is entered. */
  readonly detail: Readonly<Record<string, string>>;
  readonly openedAtMs: number;
};

/** Locks a one-time code until the transaction ends, and returns the code. Also locks the key if no code exists yet. */
export async function lockCode(db: Db, key: CodeKey): Promise<CodeRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${key.purpose}:${key.subject}`}, 0))`.execute(db);
  return findCode(db, key);
}

/** Returns a one-time code without locking it. */
export async function findCode(db: Db, { purpose, subject }: CodeKey): Promise<CodeRow | undefined> {
  const code = db.selectFrom('one_time_code').selectAll();
  const row = await code.where('purpose', '=', purpose).where('subject', '=', subject).executeTakeFirst();
  return row && codeOf(row);
}

export async function saveCode(db: Db, { purpose, subject }: CodeKey, row: CodeRow): Promise<void> {
  const { lockedUntilMs } = row.state;
  const values = {
    purpose,
    subject,
    device_hash: row.deviceHash,
    channel: row.channel,
    code_hash: row.codeHash,
    detail: JSON.stringify(row.detail),
    tries: row.state.tries,
    sends: JSON.stringify(row.state.sends),
    opened_at: new Date(row.openedAtMs),
    expires_at: new Date(row.state.expiresAtMs),
    rest_until: lockedUntilMs === undefined ? null : new Date(lockedUntilMs),
  };
  await db
    .insertInto('one_time_code')
    .values(values)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(values))
    .execute();
}

/** The device hash of a code that nobody can enter. The code was used, or its row only counts sent codes. */
export const NO_DEVICE = '0'.repeat(64);

export async function deleteCode(db: Db, { purpose, subject }: CodeKey): Promise<void> {
  await sql`delete from one_time_code where purpose = ${purpose} and subject = ${subject}`.execute(db);
}

const codeOf = (row: Selectable<Tables['one_time_code']>): CodeRow => ({
  deviceHash: row.device_hash,
  channel: row.channel,
  codeHash: row.code_hash,
  detail: row.detail,
  openedAtMs: row.opened_at.getTime(),
  state: {
    tries: row.tries,
    sends: row.sends,
    expiresAtMs: row.expires_at.getTime(),
    lockedUntilMs: row.rest_until?.getTime(),
    isUsed: row.device_hash === NO_DEVICE,
  },
});
