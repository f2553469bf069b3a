import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  importBeneficiaries,
  listBeneficiaryImports,
  previewBeneficiaries,
  undoBeneficiaryImport,
} from '#contract/holding/beneficiary-import.ts';
import { judgeBeneficiary, tidyBeneficiary, type BeneficiaryFields } from '#domain/holding/beneficiary.ts';
import { requireActing, requireMembership } from '#server/company/own-account.ts';
import { judgeInTurns, readImport, reportOf, requireLines, type ReadFile } from '#server/import/read-import.ts';
import {
  inParts,
  linesOf,
  listImports,
  storeImport,
  undoImport,
  type UsedLine,
} from '#server/import/stored-imports.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

type File = ReadFile<'beneficiaries'>;

/** The columns of a beneficiary in the order of `contentOf`. */
const CONTENT = [
  'accountType',
  'name',
  'address',
  'nameOnCertificates',
  'buildingOwnerName',
  'country',
  'location',
] as const satisfies readonly (keyof BeneficiaryFields)[];
const UNIT_SEPARATOR = '\u001F';

/** Returns a hash of all fields, equal to that of `CONTENT_SQL`. */
const contentOf = (fields: BeneficiaryFields): string =>
  sha256(CONTENT.map((field) => fields[field]).join(UNIT_SEPARATOR));

/** SQL: the hash of columns. */
function hashOf(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`encode(sha256(convert_to(concat_ws(${UNIT_SEPARATOR}::text, ${columns}), 'UTF8')), 'hex')`;
}

/** SQL: the hash of the columns that beneficiaries and retirements both have. */
const CONTENT_SQL = hashOf(
  sql`account_type, name, address, name_on_certificates, building_owner_name, country, location`,
);
/** SQL: the hash of the beneficiary of a buy order. */
const ORDERED_SQL = hashOf(sql.join(CONTENT.map((field) => sql`coalesce(beneficiary ->> ${field}::text, '')`)));

/** Judges the lines by the rules of the form. A beneficiary that the company has saved already is refused. */
async function judge(db: Db, accountId: string, { lines }: File) {
  const { rows } = await sql<{ content: string }>`
    select ${CONTENT_SQL} as content from beneficiary where account_id = ${accountId}`.execute(db);
  const saved = new Set(rows.map(({ content }) => content));
  const keyOf = (values: BeneficiaryFields): string => contentOf(tidyBeneficiary(values));
  return judgeInTurns(lines, {
    judge: (values: BeneficiaryFields) => ({
      ...(saved.has(keyOf(values)) && { name: { code: 'beneficiary_exists' } }),
      ...judgeBeneficiary(values),
    }),
    keyOf,
    repeatedAt: 'name',
  });
}

type Saver = { readonly accountId: string; readonly userId: string };

/** Saves the beneficiaries of a file in a transaction. Returns the id of the import. */
async function save(db: Db, { accountId, userId }: Saver, file: File): Promise<string> {
  const rows = file.lines.map(({ row, values }) => {
    const beneficiary = tidyBeneficiary(values);
    return { line: row, rowId: randomUUID(), content: contentOf(beneficiary), beneficiary };
  });
  await inParts(rows, async (part) => {
    const of = (field: keyof BeneficiaryFields) => part.map(({ beneficiary }) => beneficiary[field]);
    const { numAffectedRows } = await sql`
      insert into beneficiary (id, account_type, name, address, name_on_certificates, building_owner_name, country,
                               location, account_id, created_by)
      select *, ${accountId}::uuid, ${userId}::uuid from unnest(${part.map(({ rowId }) => rowId)}::uuid[],
        ${of('accountType')}::text[], ${of('name')}::text[], ${of('address')}::text[],
        ${of('nameOnCertificates')}::text[], ${of('buildingOwnerName')}::text[], ${of('country')}::text[],
        ${of('location')}::text[])
      on conflict do nothing`.execute(db);
    // A colleague saved an equal beneficiary after the lines were judged.
    if (Number(numAffectedRows) < part.length) throw new Refused('beneficiary_exists');
  });
  return storeImport(db, { kind: 'beneficiaries', account_id: accountId, userId, fileName: file.fileName }, rows);
}

/** Returns the first line whose beneficiary was changed, or is that of a retirement or an order since the import. */
async function findUsed(db: Db, { id, accountId }: { id: string; accountId: string }, importedAt: Date) {
  const { rows } = await sql<UsedLine>`
    select l.line, b.name from ${linesOf(id)} l
    join (select id, name, ${CONTENT_SQL} as content from beneficiary where account_id = ${accountId}) b on b.id = l.row_id
    where b.content <> l.content
      or l.content in (select ${CONTENT_SQL} from retirement where account_id = ${accountId} and retired_at >= ${importedAt})
      or l.content in (select ${ORDERED_SQL} from buy_order where account_id = ${accountId} and placed_at >= ${importedAt})
    order by l.line limit 1`.execute(db);
  return rows[0];
}

/** Members who may act for a company import its beneficiaries from a file. */
export const beneficiaryImports: readonly Operation[] = [
  operationWithoutTransaction(previewBeneficiaries, async ({ db, caller, params, body, language }) => {
    requireActing(caller, params.id);
    const file = await readImport('beneficiaries', { file: body.File, language });
    return reportOf(file, await judge(db, params.id, file), { language, nameOf: ({ name }) => name });
  }),

  // The file is read before the transaction begins.
  operationWithoutTransaction(importBeneficiaries, async ({ inTransaction, caller, params, body, language }) => {
    const { id: accountId } = requireActing(caller, params.id);
    const file = await readImport('beneficiaries', { file: body.File, language });
    const importId = await inTransaction(async (db) => {
      // As for edits: of two imports at once, the second one sees the first one's rows.
      await sql`select from account where id = ${accountId} for no key update`.execute(db);
      requireLines(file, await judge(db, accountId, file), language);
      return save(db, { accountId, userId: caller.userId }, file);
    });
    return { importId, lines: file.lines.length };
  }),

  operation(listBeneficiaryImports, async ({ db, caller, params, query }) => {
    const { id } = requireMembership(caller, params.id);
    return listImports(db, { kind: 'beneficiaries', account_id: id }, query);
  }),

  operation(undoBeneficiaryImport, async ({ db, caller, params: { id, importId } }) => {
    const { id: accountId } = requireActing(caller, id);
    await sql`select from account where id = ${accountId} for no key update`.execute(db);
    await undoImport(db, {
      id: importId,
      scope: { kind: 'beneficiaries', account_id: accountId },
      userId: caller.userId,
      findUsed: (own, importedAt) => findUsed(own, { id: importId, accountId }, importedAt),
      remove: (own, ids) =>
        sql`delete from beneficiary where account_id = ${accountId} and id = any(${[...ids]}::uuid[])`.execute(own),
    });
    return {};
  }),
];
