import { sql } from 'kysely';
import {
  getLogProofAsAdmin,
  getLogProofAsUser,
  getTransparencyLog,
  type LogAuthority,
  type LogWitness,
  type TransparencyLog,
} from '#contract/transparency-log.ts';
import { readCheckpoint } from '#domain/transparency/checkpoint.ts';
import { base64Of } from '#domain/transparency/note.ts';
import type { ConfiguredAuthority, ConfiguredWitness } from '#server/platform/config/config-log.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { makeLogProof } from '#server/transparency-log/log-proofs.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { publishedCheckpoint } from '#server/transparency-log/log-rows.ts';

/** Operations on the public log of the heads of all auctions. */
export const logOperations = (parts: AuctionParts, log: LogParts): Operation[] => [
  operation(getTransparencyLog, ({ db }) => describeLog(log, db)),
  operation(getLogProofAsAdmin, (call) => makeLogProof(parts, call)),
  operation(getLogProofAsUser, (call) => makeLogProof(parts, call)),
];

async function describeLog({ key, witnesses, timestamps }: LogParts, db: Db): Promise<TransparencyLog> {
  const published = await publishedCheckpoint(db);
  const { size, root } = readCheckpoint(published?.text ?? '') ?? { size: 0, root: sha256Bytes(new Uint8Array()) };
  return {
    origin: key.origin,
    publicKey: key.text,
    size,
    root: base64Of(root),
    at: published?.at ?? null,
    witnesses: await findWitnesses(db, witnesses),
    authorities: await findAuthorities(db, timestamps.authorities),
  };
}

type WitnessRow = Omit<LogWitness, 'name'>;

/** Returns what is known of each configured witness, in the order of the setting. */
async function findWitnesses(db: Db, witnesses: readonly ConfiguredWitness[]): Promise<LogWitness[]> {
  const { rows } = await sql<WitnessRow>`
    select witness as "publicKey", size, ${isoTime('cosigned_at')} as "cosignedAt", problem,
      ${isoTime('problem_since')} as "problemSince" from log_witness`.execute(db);
  const known = new Map(rows.map((row) => [row.publicKey, row]));
  const nothing = { size: null, cosignedAt: null, problem: null, problemSince: null };
  return witnesses.map(({ key: { name }, text }) => ({ ...nothing, ...known.get(text), name, publicKey: text }));
}

/** Returns the newest time stamp of each configured authority, and its problem, in the order of the setting. */
async function findAuthorities(db: Db, authorities: readonly ConfiguredAuthority[]): Promise<LogAuthority[]> {
  const { rows } = await sql<LogAuthority>`
    select name, stamp.size, ${isoTime('stamp.stamped_at')} as "stampedAt", known.problem,
      ${isoTime('known.problem_since')} as "problemSince"
    from unnest(${authorities.map(({ name }) => name)}::text[]) with ordinality as given (name, place)
    left join log_authority known on known.authority = name
    left join lateral (
      select size, stamped_at from log_timestamp where authority = name order by size desc limit 1) stamp on true
    order by place`.execute(db);
  return rows;
}
