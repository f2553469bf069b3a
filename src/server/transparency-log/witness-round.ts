import { sql } from 'kysely';
import type { ConfiguredWitness } from '#server/platform/config/config-log.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { askWitness, type AskedCheckpoint, type WitnessAnswer } from '#server/transparency-log/ask-witness.ts';
import { hashReader, newestCheckpoint, type CheckpointRow } from '#server/transparency-log/log-rows.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { consistencyProof } from '#server/transparency-log/tree-hashes.ts';

/** A process that asks the witnesses has this time. If it dies, another one takes over. */
const ROUND_SECONDS = 60;
/** A witness that did not sign is asked again after this time. */
const AGAIN_SECONDS = 30;

type RoundParts = Omit<LogParts, 'key' | 'timestamps'>;

/**
 * Asks the witnesses that have not signed the newest checkpoint, and then publishes it, with or without their
 * signatures. One process at a time does so. No transaction is open while a witness is asked.
 */
export async function runWitnessRound(db: Db, parts: RoundParts): Promise<void> {
  const newest = await newestCheckpoint(db);
  const due = newest ? await findDue(db, parts, newest) : [];
  if (!newest || (due.length === 0 && newest.isPublished)) return;
  if (!(await claimRound(db, newest))) return;
  try {
    const asked = askedCheckpoint(db, newest);
    await Promise.all(
      due.map(async ({ witness, before }) => {
        const { mayBePrivate } = parts;
        await storeAnswer(db, { witness, newest, answer: await askWitness(witness, asked, { before, mayBePrivate }) });
      }),
    );
    await sql`
      update log_checkpoint set published_at = coalesce(published_at, clock_timestamp())
      where size = ${newest.size} and text = ${newest.text}`.execute(db);
  } finally {
    await sql`update log_tree set round_until = clock_timestamp() + make_interval(secs => ${parts.everySeconds})`.execute(
      db,
    );
  }
}

/** Claims the round for this process, and keeps its checkpoint. Returns false if another process or state was first. */
const claimRound = (db: Db, { size, text }: CheckpointRow): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      update log_tree set round_until = clock_timestamp() + make_interval(secs => ${ROUND_SECONDS})
      where round_until <= clock_timestamp() returning size`.execute(transaction);
    if (rows.length === 0) return false;
    const kept = await sql`
      update log_checkpoint set is_asked = true where size = ${size} and text = ${text} returning size`.execute(
      transaction,
    );
    if (kept.rows.length > 0) return true;
    await sql`update log_tree set round_until = clock_timestamp()`.execute(transaction);
    return false;
  });

type Due = { readonly witness: ConfiguredWitness; readonly before: number };

/** Returns the witnesses to ask, each with the size that it signed last. */
async function findDue(db: Db, { witnesses }: RoundParts, { size }: CheckpointRow): Promise<Due[]> {
  const { rows } = await sql<{ witness: string; before: number; isLater: boolean; isSigned: boolean }>`
    select witness, least(coalesce(size, 0), ${size}) as before, next_at > clock_timestamp() as "isLater",
      exists (select from log_cosignature c where c.size = ${size} and c.witness = log_witness.witness) as "isSigned"
    from log_witness`.execute(db);
  const known = new Map(rows.map((row) => [row.witness, row]));
  return witnesses
    .filter(({ text }) => !known.get(text)?.isLater && !known.get(text)?.isSigned)
    .map((witness) => ({ witness, before: known.get(witness.text)?.before ?? 0 }));
}

const askedCheckpoint = (db: Db, { size, text, signature }: CheckpointRow): AskedCheckpoint => ({
  size,
  text,
  note: `${text}\n${signature}`,
  proofFrom: (before) => consistencyProof({ sha256: sha256Bytes, read: hashReader(db) }, before, size),
});

type Answered = {
  readonly witness: ConfiguredWitness;
  readonly newest: CheckpointRow;
  readonly answer: WitnessAnswer;
};

/** Stores the signature of a witness, or why there is none. */
const storeAnswer = (db: Db, { witness: { text: witness }, newest: { size, text }, answer }: Answered): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if ('problem' in answer) {
      await sql`
        insert into log_witness (witness, problem, problem_since, next_at)
        values (${witness}, ${answer.problem}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${AGAIN_SECONDS}))
        on conflict (witness) do update set problem = excluded.problem, next_at = excluded.next_at,
          problem_since = case when log_witness.problem = excluded.problem then log_witness.problem_since else excluded.problem_since end`.execute(
        transaction,
      );
      return;
    }
    const at = new Date(answer.seconds * 1_000);
    await sql`
      insert into log_witness (witness, size, cosigned_at) values (${witness}, ${size}, ${at})
      on conflict (witness) do update set size = excluded.size, cosigned_at = excluded.cosigned_at, problem = null,
        problem_since = null`.execute(transaction);
    // A newer checkpoint may have replaced this one in the meantime.
    await sql`
      insert into log_cosignature (size, witness, line, signed_at)
      select size, ${witness}, ${answer.line}, ${at} from log_checkpoint where size = ${size} and text = ${text}
      on conflict do nothing`.execute(transaction);
  });

/** Removes what is known of witnesses that are not configured any more. */
export async function removeOtherWitnesses(db: Db, witnesses: readonly ConfiguredWitness[]): Promise<void> {
  await sql`delete from log_witness where witness <> all(${witnesses.map(({ text }) => text)}::text[])`.execute(db);
}
