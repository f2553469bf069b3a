import { sql } from 'kysely';
import type { CodeState } from '#domain/identity/one-time-code.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Db } from '#server/platform/database.ts';

/** What a code is for; registering, forgotten passwords and phones will have theirs. */
export type CodePurpose = 'login';

export type CodeRow = {
  readonly clientId: string;
  readonly deviceHash: string;
  readonly scope: string;
  readonly channel: NotificationMethod;
  readonly codeHash: string;
  readonly state: CodeState;
  /** When the password was right. */
  readonly provenAtMs: number;
};

type StoredRow = {
  client_id: string;
  device_hash: string;
  scope: string;
  channel: NotificationMethod;
  code_hash: string;
  tries: number;
  sends: number[];
  proven_at: Date;
  expires_at: Date;
  rest_until: Date | null;
};

/** The subject's code, and the right to change it until the transaction ends, also where there is none yet. */
export async function lockCode(db: Db, purpose: CodePurpose, subject: string): Promise<CodeRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose}:${subject}`}, 0))`.execute(db);
  return findCode(db, purpose, subject);
}

export async function findCode(db: Db, purpose: CodePurpose, subject: string): Promise<CodeRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select client_id, device_hash, scope, channel, code_hash, tries, sends, proven_at, expires_at, rest_until
    from one_time_code where purpose = ${purpose} and subject = ${subject}`.execute(db);
  return rows[0] && codeOf(rows[0]);
}

export async function saveCode(db: Db, purpose: CodePurpose, subject: string, row: CodeRow): Promise<void> {
  const { restUntilMs } = row.state;
  const values = {
    purpose,
    subject,
    client_id: row.clientId,
    device_hash: row.deviceHash,
    scope: row.scope,
    channel: row.channel,
    code_hash: row.codeHash,
    tries: row.state.tries,
    sends: JSON.stringify(row.state.sends),
    proven_at: new Date(row.provenAtMs),
    expires_at: new Date(row.state.expiresAtMs),
    rest_until: restUntilMs === undefined ? null : new Date(restUntilMs),
  };
  await db
    .insertInto('one_time_code')
    .values(values)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(values))
    .execute();
}

export async function deleteCode(db: Db, purpose: CodePurpose, subject: string): Promise<void> {
  await sql`delete from one_time_code where purpose = ${purpose} and subject = ${subject}`.execute(db);
}

const codeOf = (row: StoredRow): CodeRow => ({
  clientId: row.client_id,
  deviceHash: row.device_hash,
  scope: row.scope,
  channel: row.channel,
  codeHash: row.code_hash,
  provenAtMs: row.proven_at.getTime(),
  state: {
    tries: row.tries,
    sends: row.sends,
    expiresAtMs: row.expires_at.getTime(),
    restUntilMs: row.rest_until?.getTime(),
  },
});
