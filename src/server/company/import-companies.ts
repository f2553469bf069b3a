import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  importCompanies,
  listCompanyImports,
  previewCompanies,
  undoCompanyImport,
} from '#contract/company/company-import.ts';
import type { Language } from '#domain/basics/language.ts';
import { tidyTexts } from '#domain/basics/text.ts';
import { judgeCompany, type Company, type CompanyChoices } from '#domain/company/company.ts';
import type { CompanyImportField } from '#domain/import/company-columns.ts';
import { choiceWords, companyChoices } from '#server/company/company-choices.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { findUsedAccount } from '#server/company/used-accounts.ts';
import { judgeInTurns, readImport, reportOf, requireLines, type ReadFile } from '#server/import/read-import.ts';
import { inParts, linesOf, listImports, storeImport, undoImport } from '#server/import/stored-imports.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';

type File = ReadFile<'companies'>;
type Values = Readonly<Record<CompanyImportField, string>>;

const SCOPE = { kind: 'companies', account_id: null } as const;

/** Returns a company's number as it is compared: spaces, hyphens and case do not count, as for registrations. */
const numberKey = ({ country, registrationNumber }: Pick<Values, 'country' | 'registrationNumber'>): string =>
  `${country} ${registrationNumber.toUpperCase().replaceAll(/[ -]/g, '')}`;

/** Returns the users that lines name as owners, by username and by email address, in lower case. */
async function findOwners(db: Db, { lines }: File): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(lines.map(({ values }) => values.owner.toLowerCase()))].filter((name) => name !== '');
  const { rows } = await sql<{ name: string; id: string }>`
    with named as (select unnest(${names}::text[]) as name)
    select n.name, u.id from named n join app_user u on lower(u.username) = n.name where u.auction_user_role = 'User'
    union select n.name, u.id from named n join app_user u on lower(u.email) = n.name and u.email <> ''
    where u.auction_user_role = 'User'`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Returns the numbers of the file that accounts have already. */
async function findNumbers(db: Db, { lines }: File): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ country: string; number: string }>`
    select a.country, translate(upper(a.registration_number), ' -', '') as number
    from unnest(${lines.map(({ values }) => values.country)}::text[],
                ${lines.map(({ values }) => numberKey(values).slice(values.country.length + 1))}::text[]) n(country, number)
    join account a on a.country = n.country and translate(upper(a.registration_number), ' -', '') = n.number
    where n.number <> '' and not a.is_simulated`.execute(db);
  return new Set(rows.map(({ country, number }) => `${country} ${number}`));
}

type Known = {
  readonly owners: ReadonlyMap<string, string>;
  readonly numbers: ReadonlySet<string>;
  readonly choices: CompanyChoices;
};

const findKnown = async (db: Db, file: File): Promise<Known> => ({
  choices: await companyChoices(db),
  owners: await findOwners(db, file),
  numbers: await findNumbers(db, file),
});

/** Judges the lines by the rules of the form, and compares their numbers with each other and with the accounts. */
function judge({ lines }: File, { owners, numbers, choices }: Known) {
  return judgeInTurns(lines, {
    judge: ({ owner, ...fields }: Values) => ({
      ...(numbers.has(numberKey(fields)) && { registrationNumber: { code: 'company_exists' } }),
      ...(owner !== '' && !owners.has(owner.toLowerCase()) && { owner: { code: 'owner_unknown' } }),
      ...judgeCompany(fields, choices),
    }),
    keyOf: (values) => (values.registrationNumber === '' ? '' : numberKey(values)),
    repeatedAt: 'registrationNumber',
  });
}

type Saver = { readonly userId: string; readonly owners: Known['owners'] };

/** Creates the accounts of a file in a transaction, with their owners. Returns the id of the import. */
async function save(db: Db, { lines, fileName }: File, { userId, owners }: Saver): Promise<string> {
  const rows = lines.map(({ row, values: { owner, ...fields } }) => ({
    line: row,
    rowId: randomUUID(),
    ownerId: owners.get(owner.toLowerCase()),
    columns: columnsOf(tidyTexts(fields) as Company),
  }));
  await inParts(rows, async (part) => {
    await db
      .insertInto('account')
      .columns(['id', ...COLUMNS])
      .expression(
        sql`select * from unnest(${part.map(({ rowId }) => rowId)}::uuid[], ${sql.join(
          COLUMNS.map((column) => sql`${part.map(({ columns }) => columns[column])}::text[]`),
        )})`,
      )
      .execute();
    const owned = part.filter(({ ownerId }) => ownerId !== undefined);
    await sql`insert into account_member (account_id, user_id, role)
      select *, 'owner' from unnest(${owned.map(({ rowId }) => rowId)}::uuid[],
        ${owned.map(({ ownerId }) => ownerId)}::uuid[])`.execute(db);
    await sql`insert into account_change (account_id, user_id, kind, remark)
      select account_id, ${userId}::uuid, 'approved', remark from unnest(${part.map(({ rowId }) => rowId)}::uuid[],
        ${part.map(({ line }) => `${fileName}: ${line}`)}::text[]) n(account_id, remark)`.execute(db);
  });
  return storeImport(db, { ...SCOPE, userId, fileName }, rows);
}

type Column = keyof ReturnType<typeof columnsOf>;
const COLUMNS = [
  'company_name',
  'english_company_name',
  'registration_number',
  'business_type',
  'country',
  'province',
  'registered_address',
  'business_address',
  'pic_name',
  'pic_email',
  'pic_telephone',
  'contact_number',
  'sst_number',
  'contract_account_number',
] as const satisfies readonly Column[];

/** Returns a file with the words of the choices that this platform has. */
const source = async (db: Db, file: globalThis.File, language: Language) => ({
  file,
  language,
  words: choiceWords(await companyChoices(db)),
});

/** Administrators import companies from a file, as approved business accounts. */
export const companyImports: readonly Operation[] = [
  // Changes nothing, so it needs no transaction and no audit line.
  operationWithoutTransaction(previewCompanies, async ({ db, body, language }) => {
    const file = await readImport('companies', await source(db, body.File, language));
    const lines = await judge(file, await findKnown(db, file));
    return reportOf(file, lines, { language, nameOf: ({ companyName }) => companyName });
  }),

  // The file is read before the transaction begins.
  operationWithoutTransaction(importCompanies, async ({ db, inTransaction, caller, body, language }) => {
    const file = await readImport('companies', await source(db, body.File, language));
    const importId = await inTransaction(async (inside) => {
      // Of two imports at once, the second one sees the first one's companies.
      await sql`select pg_advisory_xact_lock(hashtextextended('imported companies', 120))`.execute(inside);
      const known = await findKnown(inside, file);
      requireLines(file, await judge(file, known), language);
      return save(inside, file, { userId: caller.userId, owners: known.owners });
    });
    return { importId, lines: file.lines.length };
  }),

  operation(listCompanyImports, ({ db, query }) => listImports(db, SCOPE, query)),

  operation(undoCompanyImport, async ({ db, caller, params: { id } }) => {
    await undoImport(db, {
      id,
      scope: SCOPE,
      userId: caller.userId,
      findUsed: (own) => findUsedAccount(own, linesOf(id)),
      remove: (own, ids) => sql`delete from account where id = any(${[...ids]}::uuid[])`.execute(own),
    });
    return {};
  }),
];
