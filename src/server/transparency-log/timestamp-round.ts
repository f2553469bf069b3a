import { randomBytes, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { sql } from 'kysely';
import type { LogAuthority } from '#contract/transparency-log.ts';
import type { ConfiguredAuthority } from '#server/platform/config/config-log.ts';
import type { Db } from '#server/platform/database/database.ts';
import { postPublicly } from '#server/platform/http/post-publicly.ts';
import { checkTimestamp, timestampRequest, type TimestampTrust } from '#server/transparency-log/check-timestamp.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';

/** Within this time, an authority must have sent its whole answer. */
const TIMEOUT_MS = 10_000;
const REPLY_BYTES_MAX = 65_536;
/** A process that asks an authority has this time. If it dies, another one takes over. */
const CLAIM_SECONDS = 60;
/** An authority that gave no valid time stamp is asked again after this time. */
const AGAIN_SECONDS = 30;
const NONCE_BYTES = 8;

type RoundParts = Pick<LogParts, 'timestamps' | 'mayBePrivate'>;
type Problem = NonNullable<LogAuthority['problem']>;
type Stamped = { readonly response: Uint8Array; readonly at: string };

/**
 * Asks each configured authority for a time stamp of the newest published checkpoint, if one is due. One process at a time
 * asks an authority. No transaction is open meanwhile, and nothing waits for the answer. It reports a new problem to
 * `failed`, for the log.
 */
export async function runTimestampRound(db: Db, parts: RoundParts, failed: (error: unknown) => void): Promise<void> {
  const { authorities, everySeconds } = parts.timestamps;
  await Promise.all(
    authorities.map(async (authority) => {
      const due = await claimDue(db, authority, everySeconds);
      if (!due) return;
      const answer = await askAuthority(authority, due.text, parts);
      const isNew = await storeAnswer(db, { name: authority.name, due, answer });
      if ('problem' in answer && isNew)
        failed(new Error(`no valid time stamp from ${authority.name}: ${answer.problem}`));
    }),
  );
}

type Due = { readonly size: number; readonly text: string };

/**
 * Claims an authority for this process, if the newest checkpoint needs its time stamp: the last one is older than
 * `everySeconds`, or an auction was closed since then.
 */
async function claimDue(db: Db, { name }: ConfiguredAuthority, everySeconds: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with newest as (
      select size, text from log_checkpoint where published_at is not null and size > 0 order by size desc limit 1
    ), last as (
      select size, created_at from log_timestamp where authority = ${name} order by size desc limit 1
    ), due as (
      select newest.size, newest.text from newest left join last on true
      where last.size is null or newest.size > last.size and (
        last.created_at <= clock_timestamp() - make_interval(secs => ${everySeconds})
        or exists (
          select from log_entry entry join auction on auction.id = entry.auction_id and auction.version = entry.seq
          where entry.position >= last.size and entry.position < newest.size and auction.closed_at is not null))
    ), claimed as (
      insert into log_authority (authority, next_at)
      select ${name}, clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}) from due
      on conflict (authority) do update set next_at = excluded.next_at
      where log_authority.next_at <= clock_timestamp() returning authority
    )
    select size, text from due, claimed`.execute(db);
  return rows[0];
}

async function askAuthority(
  { url }: ConfiguredAuthority,
  text: string,
  { timestamps, mayBePrivate }: RoundParts,
): Promise<Stamped | { readonly problem: Problem }> {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  // The first byte makes the nonce a positive integer of this length.
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f);
  const reply = await postPublicly({
    url,
    body: timestampRequest(text, nonce),
    headers: { 'content-type': 'application/timestamp-query', 'user-agent': 'Greenlot-Log/1' },
    timeoutMs: TIMEOUT_MS,
    bytesMax: REPLY_BYTES_MAX,
    mayBePrivate,
    mayBePlain: true,
  }).catch(() => undefined);
  if (reply?.status !== 200) return { problem: 'unreachable' };
  const checked = await checkTimestamp(reply.body, { text, nonce, trust: trustIn(timestamps.roots) });
  return typeof checked === 'string' ? { problem: checked } : { response: reply.body, at: checked.at };
}

let nodeRoots: readonly X509Certificate[] | undefined;

/** Returns the configured certificates, or else those that Node trusts. */
function trustIn(roots: readonly X509Certificate[] | undefined): TimestampTrust {
  if (!roots) nodeRoots ??= rootCertificates.map((text) => new X509Certificate(text));
  return { certificates: roots ?? nodeRoots ?? [] };
}

type Answered = {
  readonly name: string;
  readonly due: Due;
  readonly answer: Stamped | { readonly problem: Problem };
};

/** Stores a time stamp, or why there is none. Returns whether this problem is new. */
const storeAnswer = (db: Db, { name, due: { size, text }, answer }: Answered): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    if ('problem' in answer) {
      const { rows } = await sql<{ isNew: boolean }>`
        with before as (select problem from log_authority where authority = ${name})
        update log_authority set problem = ${answer.problem}, next_at = clock_timestamp() + make_interval(secs => ${AGAIN_SECONDS}),
          problem_since = case when problem = ${answer.problem} then problem_since else clock_timestamp() end
        where authority = ${name}
        returning (select problem from before) is distinct from ${answer.problem} as "isNew"`.execute(transaction);
      return rows[0]?.isNew ?? false;
    }
    await sql`
      update log_authority set problem = null, problem_since = null, next_at = clock_timestamp()
      where authority = ${name}`.execute(transaction);
    // A checkpoint under another name may have replaced this one in the meantime.
    await sql`
      insert into log_timestamp (size, authority, response, stamped_at)
      select size, ${name}, ${Buffer.from(answer.response)}, ${answer.at} from log_checkpoint where size = ${size} and text = ${text}
      on conflict do nothing`.execute(transaction);
    return false;
  });
