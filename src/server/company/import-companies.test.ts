import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  importCompanies,
  listCompanyImports,
  previewCompanies,
  undoCompanyImport,
} from '#contract/company/company-import.ts';
import { getAccount, listAccountChanges, listAccounts, updateMaxBidQuantity } from '#contract/company/company.ts';
import { exportImportTemplate } from '#contract/import/import.ts';
import { COMPANY_COLUMNS } from '#domain/import/company-columns.ts';
import { headingOf } from '#domain/import/import-table.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { aCsv, aTableForm } from '#testing/builders/table-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

type Line = Partial<ReturnType<typeof aCompany>> & { readonly owner?: string };
let count = 0;
/** Returns a line with a number of its own. */
const aLine = (fields: Line = {}): Line => {
  count += 1;
  return { ...aCompany({ registrationNumber: `NO-${count}`, companyName: `Company ${count}` }), owner: '', ...fields };
};
const formOf = (lines: readonly Line[]): FormData => {
  const fields = COMPANY_COLUMNS.map(({ field }) => field);
  return aTableForm(
    aCsv(
      fields.map(headingOf),
      lines.map((line) => fields.map((field) => line[field] ?? '')),
    ),
    'companies.csv',
  );
};
const load = (lines: readonly Line[]) => w.call(admin, importCompanies, { form: formOf(lines) });
const undo = (id: string) => w.call(admin, undoCompanyImport, { params: { id } });
const find = async (search: string) => (await w.call(admin, listAccounts, { query: `?search=${search}` })).data.items;

test('an import creates approved accounts with their owners, and undoing it deletes them', async () => {
  const owner = await w.signedIn();
  const lines = [aLine({ owner: owner.username.toUpperCase(), country: 'MY' }), aLine({ businessType: 'Trader' })];
  const before = (await find('Company')).length;
  expect((await w.call(admin, previewCompanies, { form: formOf(lines) })).data).toMatchObject({
    wrong: 0,
    lines: [{ line: 2, name: lines[0]?.companyName }, { line: 3 }],
  });
  expect((await find('Company')).length).toBe(before);
  const { data } = await load(lines);
  const [made] = await find(lines[0]?.registrationNumber ?? '');
  expect(made).toMatchObject({ status: 'Active', companyName: lines[0]?.companyName, country: 'MY' });
  const params = { id: made?.id ?? '' };
  expect((await w.call(admin, getAccount, { params })).data.members).toMatchObject([
    { username: owner.username, role: 'owner' },
  ]);
  expect((await w.call(admin, listAccountChanges, { params })).data.items).toMatchObject([
    { kind: 'approved', username: admin.username, remark: 'companies.csv: 2' },
  ]);
  expect((await undo(data.importId)).code).toBe('Success');
  expect((await find('Company')).length).toBe(before);
  expect((await w.call(admin, listCompanyImports)).data.items[0]).toMatchObject({ lines: 2, username: admin.username });
});

test('duplicates, unknown owners and wrong fields are told by line, and nothing is imported', async () => {
  const [known, other] = [aLine(), aLine()];
  await load([known]);
  const refused = await load([
    other,
    aLine({ registrationNumber: known.registrationNumber?.replace('-', ' ').toLowerCase() ?? '' }),
    aLine({ registrationNumber: other.registrationNumber ?? '' }),
    aLine({ owner: 'nobody@example.test', province: 'Selangor', country: 'Malaysia', businessType: 'Nothing' }),
  ]);
  expect(refused).toMatchObject({
    status: 422,
    code: 'import_lines_wrong',
    params: { count: 3, line: 3, column: 'registration_number' },
    fields: {
      'lines.3.registrationNumber': { code: 'company_exists' },
      'lines.4.registrationNumber': { code: 'row_repeated', params: { line: 2 } },
      'lines.5.owner': { code: 'owner_unknown' },
      'lines.5.businessType': { code: 'choice_unknown' },
    },
  });
  expect(Object.keys(refused.fields ?? {})).toHaveLength(4);
  expect(await find(other.registrationNumber ?? '')).toEqual([]);
});

test.each([
  [
    'was changed',
    async (id: string) =>
      void (await w.call(admin, updateMaxBidQuantity, { params: { id }, body: { maxBidQuantity: 5 } })),
  ],
  [
    'owns an auction',
    async (id: string) => void (await insertAuction(w.database.db, { ownerAccountId: id, createdBy: admin.userId })),
  ],
])('an import cannot be undone once an account %s', async (_how, use) => {
  const lines = [aLine(), aLine(), aLine()];
  const { data } = await load(lines);
  const [second] = await find(lines[1]?.registrationNumber ?? '');
  await use(second?.id ?? '');
  expect(await undo(data.importId)).toMatchObject({
    status: 409,
    code: 'import_used',
    params: { line: 3, name: lines[1]?.companyName },
  });
  expect(await find(lines[0]?.registrationNumber ?? '')).toHaveLength(1);
});

test('the template has the headings in the reader’s language, and is read as it is', async () => {
  const template = await w.call(admin, exportImportTemplate, {
    query: '?kind=companies',
    headers: { 'accept-language': 'zh' },
  });
  expect(template.text).toMatch(/^\uFEFF?企业名称,企业英文名称,企业注册号,/);
  expect((await w.call(admin, previewCompanies, { form: aTableForm(template.text) })).code).toBe('registry_file_empty');
});

test('10,000 companies are imported in less than 10 seconds, and all of them can be undone', async () => {
  const lines = Array.from({ length: 10_000 }, () => aLine());
  const beganAt = performance.now();
  const { data } = await load(lines);
  expect(data).toMatchObject({ lines: 10_000 });
  expect(performance.now() - beganAt).toBeLessThan(10_000);
  expect((await undo(data.importId)).code).toBe('Success');
  expect(await find(lines[9_999]?.registrationNumber ?? '')).toEqual([]);
});
