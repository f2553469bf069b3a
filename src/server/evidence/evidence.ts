import { createHash, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { getEvidence, uploadEvidence, type Evidence } from '#contract/evidence.ts';
import { EVIDENCE_LIMIT, EVIDENCE_MEDIA_TYPES, wrongEvidenceType, type EvidenceType } from '#domain/basics/evidence.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { nameFor } from '#server/platform/files/file-name.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { SignedLinks } from '#server/platform/files/signed-links.ts';
import { operation, operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { CleanupJob } from '#server/platform/runtime/cleanup.ts';
import { readTemplateFile } from '#server/template/read-template-file.ts';

/** Dependencies of evidence, from the composition root. */
export type EvidenceParts = { readonly files: FileStore; readonly evidenceLinks: SignedLinks };
type EvidenceRow = Selectable<Tables['evidence']>;

const IMAGE_BEGINNINGS: readonly (readonly [EvidenceType, Buffer])[] = [
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** Operations that upload evidence and read it by a signed link. */
export const evidenceOperations = (parts: EvidenceParts): Operation[] => [
  // A rollback cannot undo a stored file. The cleanup deletes what a failed upload leaves.
  operationWithoutTransaction(uploadEvidence, (call) => upload(parts, call)),
  operation(getEvidence, (call) => download(parts, call)),
];

async function upload(
  { files, evidenceLinks }: EvidenceParts,
  { inTransaction, body, caller, nowMs }: Call<typeof uploadEvidence>,
): Promise<Evidence> {
  const bytes = Buffer.from(await body.File.arrayBuffer());
  const fileType = await requireType(bytes);
  const row = {
    id: randomUUID(),
    file_name: nameFor(body.File.name, fileType),
    file_type: fileType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    uploaded_by: caller.userId,
  };
  // Stores the row before the file, so that no file exists without a row.
  await inTransaction((db) => db.insertInto('evidence').values(row).execute());
  await files.write(storedName(row), bytes);
  return presentRow(evidenceLinks, nowMs, row);
}

/** @throws Refused if the content is of no accepted type, too large or damaged */
async function requireType(bytes: Buffer): Promise<EvidenceType> {
  const image = IMAGE_BEGINNINGS.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  const read = judgeBytes(EVIDENCE_LIMIT, bytes.length) ?? image?.[0] ?? (await readTemplateFile(bytes));
  if (typeof read === 'string') return read;
  const refusal = read.code === 'file_type_must_be' ? wrongEvidenceType : read;
  throw new Refused(refusal.code, refusal.params, { File: refusal });
}

async function download(
  { files, evidenceLinks }: EvidenceParts,
  { db, params, query, nowMs }: Call<typeof getEvidence>,
) {
  const msLeft = evidenceLinks.msLeft({ ...query, ...params }, nowMs);
  const row = msLeft
    ? await db.selectFrom('evidence').selectAll().where('id', '=', params.id).executeTakeFirst()
    : undefined;
  const stream = row && (await files.stream(storedName(row)));
  if (!msLeft || !row || !stream) throw new Refused('not_found');
  const { file_name: name, file_type, size } = row;
  return { name, type: EVIDENCE_MEDIA_TYPES[file_type], size, keptForSeconds: Math.floor(msLeft / 1_000), stream };
}

const storedName = ({ id, file_type }: Pick<EvidenceRow, 'id' | 'file_type'>): string => `${id}.${file_type}`;

function presentRow(
  links: SignedLinks,
  nowMs: number,
  { id, file_name, file_type, size, sha256 }: Pick<EvidenceRow, 'id' | 'file_name' | 'file_type' | 'size' | 'sha256'>,
): Evidence {
  const url = `${API_BASE}/evidence/${id}?${links.queryAt(nowMs)(id)}`;
  return { id, fileName: file_name, fileType: file_type, size, sha256, url };
}

/** Returns a function that presents files by their ids, in order, with links that are valid now. */
export async function evidencePresenter(
  db: Db,
  { evidenceLinks }: Pick<EvidenceParts, 'evidenceLinks'>,
  nowMs: number,
  ids: readonly string[],
): Promise<(some: readonly string[]) => Evidence[]> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('evidence')
          .selectAll()
          .where('id', 'in', [...ids])
          .execute();
  const found = new Map(rows.map((row) => [row.id, presentRow(evidenceLinks, nowMs, row)]));
  return (some) => some.flatMap((id) => found.get(id) ?? []);
}

/**
 * Marks uploaded files as attached, so that they are kept. Call it in the transaction that stores the ids.
 *
 * @param present ids that the object has already; they may stay, also if another user uploaded them
 * @throws Refused evidence_unknown if a new id is not a file that the caller has uploaded
 */
export async function attachEvidence(
  db: Db,
  ids: readonly string[],
  { userId, present = [] }: { readonly userId: string; readonly present?: readonly string[] },
): Promise<void> {
  const added = [...new Set(ids)].filter((id) => !present.includes(id));
  if (added.length === 0) return;
  const marked = await db
    .updateTable('evidence')
    .set({ attached_at: sql<Date>`coalesce(attached_at, clock_timestamp())` })
    .where('id', 'in', added)
    .where('uploaded_by', '=', userId)
    .returning('id')
    .execute();
  if (marked.length < added.length)
    throw new Refused('evidence_unknown', undefined, { evidenceIds: { code: 'evidence_unknown' } });
}

const UNUSED_KEPT_MS = 24 * 60 * 60_000;
const MOST_AT_ONCE = 100;

/** Deletes files that nobody attached within a day. */
export const deleteUnusedEvidence =
  (files: Pick<FileStore, 'remove'>): CleanupJob =>
  (db, nowMs) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<Pick<EvidenceRow, 'id' | 'file_type'>>`
        select id, file_type from evidence
        where attached_at is null and created_at < ${new Date(nowMs - UNUSED_KEPT_MS)}
          and not exists (select 1 from approval_request
            where state in ('pending', 'started') and body -> 'evidenceIds' ? evidence.id::text)
        limit ${MOST_AT_ONCE} for update skip locked`.execute(transaction);
      for (const row of rows) {
        await files.remove(storedName(row));
        await transaction.deleteFrom('evidence').where('id', '=', row.id).execute();
      }
    });
