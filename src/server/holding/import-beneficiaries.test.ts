import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  importBeneficiaries,
  listBeneficiaryImports,
  previewBeneficiaries,
  undoBeneficiaryImport,
} from '#contract/holding/beneficiary-import.ts';
import { listBeneficiaries, saveBeneficiary, updateBeneficiary } from '#contract/holding/beneficiary.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { aCsv, aTableForm, aWorkbook } from '#testing/builders/table-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const HEADINGS = [
  'Type',
  'Name',
  'Address',
  'Name on the certificates',
  'Building owner’s name',
  'Country of consumption',
];
const ACME = ['Corporate', 'Acme', '1 Main Street', 'Acme', '', 'Malaysia'];
const TOWER = ['Building', 'Tower', '2 Main Street', 'Tower', 'Pantai', 'MY'];

let w: World;
let holder: SignedIn;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());
beforeEach(async () => {
  holder = await w.signedIn();
});

const params = () => ({ id: holder.accountId });
const form = (...lines: (readonly string[])[]) => aTableForm(aCsv(HEADINGS, lines), 'people.csv');
const preview = (...lines: (readonly string[])[]) =>
  w.call(holder, previewBeneficiaries, { params: params(), form: form(...lines) });
const load = (...lines: (readonly string[])[]) =>
  w.call(holder, importBeneficiaries, { params: params(), form: form(...lines) });
const saved = async () => (await w.call(holder, listBeneficiaries, { params: params() })).data;
const undo = (importId: string) => w.call(holder, undoBeneficiaryImport, { params: { ...params(), importId } });

test('the preview changes nothing, the import saves all lines, and undoing it deletes them', async () => {
  expect((await preview(ACME, TOWER)).data).toEqual({
    lines: [
      { line: 2, name: 'Acme', errors: [] },
      { line: 3, name: 'Tower', errors: [] },
    ],
    wrong: 0,
    ignored: [],
  });
  expect((await saved()).total).toBe(0);
  const { data } = await load(ACME, TOWER);
  expect(data.lines).toBe(2);
  expect(await saved()).toMatchObject({
    total: 2,
    items: [
      { accountType: 'Corporate', name: 'Acme', country: 'MY' },
      { accountType: 'Building', name: 'Tower', buildingOwnerName: 'Pantai' },
    ],
  });
  const list = async () => (await w.call(holder, listBeneficiaryImports, { params: params() })).data.items;
  expect(await list()).toMatchObject([{ fileName: 'people.csv', lines: 2, username: holder.username, undoneAt: null }]);
  expect((await undo(data.importId)).code).toBe('Success');
  expect((await saved()).total).toBe(0);
  expect((await list())[0]?.undoneAt).not.toBeNull();
  expect((await undo(data.importId)).code).toBe('import_undone');
});

test('wrong and duplicate lines are told by line and column in the reader’s language, and nothing is imported', async () => {
  await w.call(holder, saveBeneficiary, {
    params: params(),
    body: {
      accountType: 'Corporate',
      name: 'Acme',
      address: '1 Main Street',
      nameOnCertificates: 'Acme',
      buildingOwnerName: '',
      country: 'MY',
    },
  });
  const lines = [ACME, ['Corporation', '', '=1+1', 'x', '', 'Atlantis'], TOWER, TOWER];
  const told = (await preview(...lines)).data.lines.flatMap(({ line, errors }) =>
    errors.map(({ column, code, message }) => [line, column, code, message]),
  );
  expect(told).toEqual([
    [2, 'Name', 'beneficiary_exists', 'This beneficiary is already saved'],
    [3, 'Type', 'choice_unknown', expect.any(String)],
    [3, 'Name', 'field_required', expect.any(String)],
    [3, 'Address', 'cell_formula', 'The cell has a formula as text. Write its value'],
    [3, 'Country of consumption', 'choice_unknown', expect.any(String)],
    [5, 'Name', 'row_repeated', 'Line 4 has the same'],
  ]);
  const refused = await w.call(holder, importBeneficiaries, {
    params: params(),
    form: form(...lines),
    headers: { 'accept-language': 'zh' },
  });
  expect(refused).toMatchObject({
    status: 422,
    code: 'import_lines_wrong',
    text: expect.stringContaining('第 2 行，Name：该受益方已保存'),
    fields: { 'lines.3.address': { code: 'cell_formula' }, 'lines.5.name': { code: 'row_repeated' } },
  });
  expect((await saved()).total).toBe(1);
});

test('an import whose beneficiary was changed or retired for cannot be undone; the line is named', async () => {
  const { data } = await load(ACME, TOWER);
  const { items } = await saved();
  const tower = items.find(({ name }) => name === 'Tower');
  const params2 = { ...params(), beneficiaryId: tower?.id ?? '' };
  if (!tower) throw new Error('the tower is not saved');
  const { id: _id, ...body } = tower;
  await w.call(holder, updateBeneficiary, { params: params2, body: { ...body, address: '3 Main Street' } });
  expect(await undo(data.importId)).toMatchObject({
    status: 409,
    code: 'import_used',
    params: { line: 3, name: 'Tower' },
  });
  await w.call(holder, updateBeneficiary, { params: params2, body });
  const acme = items.find(({ name }) => name === 'Acme')?.id ?? '';
  const { id } = await aHolding(w.database.db, { holder, seller: await w.signedIn(), quantity: 5 });
  const beneficiary = { choice: 'saved', beneficiaryId: acme } as const;
  await w.call(holder, retireHolding, { params: { id }, body: { quantity: 1, beneficiary } });
  expect(await undo(data.importId)).toMatchObject({ code: 'import_used', params: { line: 2, name: 'Acme' } });
  expect((await saved()).total).toBe(2);
});

test('a workbook with Chinese headings is read, too; another company’s import is not found', async () => {
  const bytes = await aWorkbook([
    ['类型', '名称', '地址', '证书上的名称'],
    ['Personal', 'Aisyah', '1 Main Street', 'Aisyah'],
  ]);
  const given = { params: params(), form: aTableForm(bytes, 'people.xlsx') };
  const imported = await w.call(holder, importBeneficiaries, given);
  expect(imported).toMatchObject({ code: 'Success' });
  const other = await w.signedIn();
  const asked = { params: { id: other.accountId, importId: imported.data.importId } };
  expect((await w.call(other, undoBeneficiaryImport, asked)).code).toBe('not_found');
});
