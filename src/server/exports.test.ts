import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { readCsv, readCsvBySemicolon, readWorkbook } from '#testing/readers/read-spreadsheet.ts';
import { exportedWorld, type ExportedPeople } from '#testing/world/exported-world.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

/**
 * A spreadsheet that opens an export calculates nothing that a user typed (decision 53). The test fills every typed
 * text column with formulas that also try to end their cell and line, and reads every export back.
 */

/** Texts that users do not type, so this test leaves them out. A name is a table, a column, or `table.column`. */
const OURS = new Set(
  [
    'account_type action alias auction_type beneficiary_default business_type by country fuel_type kind kinds language',
    'outcome province role source_kind status terms_version vintage_period password_hash token_hash role_name subject',
    'auction_user_role phone_code retirement.purpose audit_change.table_name audit_line.address audit_line.session retirement.number',
    'hub_token identity_ticket idempotent_request image migration oidc_model one_time_code outbox sales_figure server_secret template',
    'service_process template_version user_session user_tour webhook.sealed_secret webhook.sealed_before row_key changes',
    'item_change recurrence template_file.file_type webhook_delivery calendar mode payment delivery whole actor step',
    'registry_account.registry registry_order.registry registry_order.answer registry_order.connector registry_order.reason registry_order.state',
    'device.registry certificate_lot.registry serial_style offset_attributes supported evidence',
  ].flatMap((line) => line.split(' ')),
);
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝'];

let w: World;
let people: ExportedPeople;
let id: string;

beforeAll(async () => {
  ({ w, people, auctionId: id } = await exportedWorld());
});
afterAll(() => w.end());

type Column = { readonly table: string; readonly column: string; readonly type: string };

/** Returns all columns with texts that users type. Some of these columns contain JSON. */
async function typedColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column", data_type as type from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and data_type in ('text', 'jsonb')
    order by 1, 2`.execute(w.database.db);
  return rows.filter(({ table, column }) => ![table, column, `${table}.${column}`].some((name) => OURS.has(name)));
}

/**
 * Writes a formula into each column of `typedColumns`, with the signs in turn. The constraints of the tables are off
 * meanwhile.
 */
async function typeFormulas(): Promise<void> {
  const columns = await typedColumns();
  await w.database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    for (const [index, { table, column, type }] of columns.entries()) {
      const formula = `${SIGNS[index % SIGNS.length]}=1+1,"x"\r\n=2;=3\t+4; "-5 {${table}.${column}}`;
      const [from, to] = [sql.table(table), sql.ref(column)];
      const within = `(?<!accountType)": "[^"]*"`;
      const typed =
        type === 'text'
          ? sql`${formula} || ctid`
          : sql`regexp_replace(${to}::text, ${within}, ${`": ${JSON.stringify(formula).replaceAll('\\', '\\\\')}`}, 'g')::jsonb`;
      await sql`update ${from} set ${to} = ${typed} where ${to} is not null`.execute(db);
    }
  });
}

const COMPANY =
  'business_address company_name contact_number contract_account_number english_company_name pic_email pic_name ' +
  'pic_telephone registered_address registration_number sst_number';
const ofTable = (table: string, columns: string): string[] => columns.split(' ').map((column) => `${table}.${column}`);

/** The column of the company name in exports for readers of English. This test reads in English. */
const ENGLISH_NAME = ['account.english_company_name'];
const BOUGHT = [...ENGLISH_NAME, 'auction.title', 'sell_order.title'];
const BUY_ORDERS = [...ENGLISH_NAME, 'buy_order.beneficiary', 'buy_order.remark', 'sell_order.title'];
const BIDDERS = [...ENGLISH_NAME, 'app_user.username'];
const AUCTION = [...ENGLISH_NAME, 'auction.title'];
const HOLDINGS = AUCTION;
const REGISTRATIONS = [...ofTable('company_registration', COMPANY), ...ofTable('app_user', 'email username')];
const CHANGES = ofTable('audit_change', 'after before');
const RETIRED = ofTable(
  'retirement',
  'address building_owner_name company_name location name name_on_certificates purpose_text',
);
const RETIREMENTS = ['app_user.username', ...RETIRED];
const CLAIMS = [
  ...ENGLISH_NAME,
  'auction.title',
  'sell_order.title',
  ...ofTable('registry_retirement', 'address reference registry verification_key'),
  ...ofTable('retirement', 'company_name location name_on_certificates purpose_text'),
];

type ExportCase = {
  readonly as: keyof typeof people;
  readonly texts: readonly string[];
  /** Parameters that the export needs. Without them, an export with several tables gets a range of days. */
  readonly query?: string;
};

const THIS_YEAR = `year=${new Date().getUTCFullYear()}&`;

/**
 * For each export: the database columns with text that people typed, and the user who may see most of the export. Add
 * each new export here.
 */
const EXPORTS: Readonly<Record<string, ExportCase>> = {
  '/admin/accounts/{id}/claims-report/export': { as: 'admin', texts: CLAIMS, query: THIS_YEAR },
  '/admin/accounts/export': { as: 'admin', texts: ofTable('account', COMPANY) },
  '/admin/accounts/account-registrations/export': { as: 'admin', texts: REGISTRATIONS },
  '/admin/audit-trail/export': {
    as: 'admin',
    texts: [...ofTable('audit_line', 'about approved_by detail key_name username'), ...CHANGES],
  },
  '/admin/auctions/bid-history-logs/{id}/export': {
    as: 'admin',
    texts: ['bid_history.reason', ...ENGLISH_NAME, 'app_user.username'],
  },
  '/admin/auctions/{id}/award-statement': { as: 'admin', texts: AUCTION },
  '/admin/auctions/{id}/bidders/export': { as: 'admin', texts: BIDDERS },
  '/admin/auctions/{id}/won-bids/export': { as: 'admin', texts: BIDDERS },
  '/admin/buy-order-history/export': { as: 'admin', texts: BOUGHT },
  '/admin/buy-orders/export': { as: 'admin', texts: BUY_ORDERS },
  '/admin/holdings/export': { as: 'admin', texts: HOLDINGS },
  '/admin/price-history/export': { as: 'admin', texts: [] },
  '/admin/registry-orders/instruction-list': {
    as: 'admin',
    texts: [
      ...ofTable('registry_order', 'device first_serial last_serial receiver sender'),
      ...ofTable('retirement', 'location name_on_certificates purpose_text'),
    ],
  },
  '/admin/retirements/export': { as: 'admin', texts: RETIREMENTS },
  '/admin/sell-orders/export': { as: 'admin', texts: [...ENGLISH_NAME, 'sell_order.title'] },
  '/admin/statistics/export': { as: 'admin', texts: [] },
  '/user/accounts/{id}/claims-report/export': { as: 'buyer', texts: CLAIMS, query: THIS_YEAR },
  '/user/auctions/bid-history-logs/{id}/export': { as: 'buyer', texts: ['bid_history.reason'] },
  '/user/auctions/{id}/award-statement': { as: 'seller', texts: AUCTION },
  '/user/auctions/{id}/won-bids/export': { as: 'seller', texts: ENGLISH_NAME },
  '/user/buy-order-history/export': { as: 'buyer', texts: BOUGHT },
  '/user/buy-orders/export': { as: 'buyer', texts: BUY_ORDERS },
  '/table-files/template': { as: 'seller', texts: [], query: 'kind=companies&' },
  '/user/holdings/export': { as: 'buyer', texts: HOLDINGS },
  '/user/price-history/export': { as: 'buyer', texts: [] },
  '/user/retirements/export': { as: 'buyer', texts: RETIREMENTS },
};

/** Operations that return files which spreadsheets do not open. */
const OTHERS: readonly string[] = [
  '/admin/auctions/{id}/log-proof',
  '/admin/auctions/{id}/record',
  '/admin/buy-orders/{id}/statement',
  '/admin/invoices/{id}/file',
  '/admin/retirements/{id}/statement',
  '/calendar/{token}.ics',
  '/development/outbox/{id}/attachments/{index}',
  '/evidence/{id}',
  '/images/{id}',
  '/personal-data/export',
  '/templates/files/{id}',
  '/user/auctions/{id}/log-proof',
  '/user/auctions/{id}/record',
  '/user/buy-orders/{id}/statement',
  '/user/invoices/{id}/file',
  '/user/retirements/{id}/statement',
];

/** Returns the UTC date `days` days from today, for queries of figures. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const DAYS = `from=${dayIn(-2)}&to=${dayIn(2)}&`;

type Operation = { readonly path: string; readonly formats: readonly string[]; readonly tables: readonly string[] };

/**
 * Returns the operations that reply with a file, according to the server's API document, with their spreadsheet
 * formats.
 */
async function filesOf(): Promise<Operation[]> {
  type Parameter = { readonly name: string; readonly schema: { readonly enum?: readonly string[] } };
  type Get = { readonly parameters: readonly Parameter[]; readonly responses: { 200: { content: object } } };
  const paths: Record<string, { get?: Get }> = await readPaths<Get>(w);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || !('*/*' in get.responses[200].content)) return [];
    const choices = (name: string) => get.parameters.find((one) => one.name === name)?.schema.enum ?? [];
    const formats = choices('format').filter((format) => format === 'csv' || format === 'xlsx');
    return [{ path, formats, tables: choices('table') }];
  });
}

test('every file is listed as one for spreadsheets or not', async () => {
  const files = await filesOf();
  const named = (isExport: boolean) => files.filter(({ formats }) => formats.length > 0 === isExport);
  expect(
    named(true)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(Object.keys(EXPORTS).toSorted());
  expect(
    named(false)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(OTHERS.toSorted());
});

test('no export has anything that a spreadsheet would calculate (ASVS 1.3.3)', async () => {
  await typeFormulas();
  for (const { path, formats, tables } of await filesOf()) {
    const { as = 'admin', texts, query = '' } = EXPORTS[path] ?? {};
    const address = path.replace('{id}', path.includes('/accounts/{id}') ? people.buyer.accountId : id);
    for (const format of formats) {
      const found = new Set<string>();
      for (const table of tables.length > 0 ? tables : [''])
        for (const name of await readExport(
          people[as],
          `${address}?${query || (table && DAYS)}${table && `table=${table}&`}`,
          format,
        ))
          found.add(name);
      expect.soft([path, format, ...[...found].toSorted()]).toEqual([path, format, ...(texts ?? []).toSorted()]);
    }
  }
});

test('no file for programs has anything that a spreadsheet would calculate', async () => {
  for (const { path, formats, tables } of await filesOf()) {
    const { as = 'admin', query = '' } = EXPORTS[path] ?? {};
    if (formats.length === 0 || path.endsWith('/template')) continue;
    const address = path.replace('{id}', path.includes('/accounts/{id}') ? people.buyer.accountId : id);
    for (const table of tables.length > 0 ? tables : ['']) {
      const url = `${API_BASE}${address}?${query || (table && DAYS)}${table && `table=${table}&`}format=data-csv`;
      const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${people[as].token}` } });
      expect([url, reply.statusCode]).toEqual([url, 200]);
      harmlessCsv(`\uFEFF${reply.body}`);
    }
  }
});

/** Returns the columns whose typed texts an export shows, as `table.column`. */
async function readExport(who: SignedIn, address: string, format: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${who.token}` };
  const url = `${API_BASE}${address}format=${format}`;
  const reply = await w.app.inject({ url, headers });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  const texts = format === 'csv' ? harmlessCsv(reply.body) : harmlessWorkbook(reply.rawPayload);
  return texts.flatMap((text) => [...text.matchAll(/\{([a-z_]+\.[a-z_]+)\}/g)].map(([, name = '']) => name));
}

/** Matches a text that a spreadsheet reads as a formula. A spreadsheet drops white space before the text. */
const CALCULATED = /^\s*[=+\-@＝＋－＠]/;
/**
 * Like `CALCULATED`, for a file that is split at semicolons or tabs. Quotes may then come before the text of a cell.
 */
const STARTS_CALCULATED = /^[\s"]*[=+\-@＝＋－＠]/;
/**
 * Matches a number that we calculated, at the beginning of a line. It may be negative and then looks like a formula.
 */
const STARTS_WITH_NUMBER = /^-?\d+(\.\d+)?(,|$)/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function harmlessCsv(text: string): string[] {
  const [headings = [], ...lines] = readCsv(text.slice(1));
  // No typed text ended its cell or its line early.
  expect(lines.filter(({ length }) => length !== headings.length)).toEqual([]);
  const cells = lines.flat();
  expect(cells.filter((cell) => CALCULATED.test(cell) && !NUMBER.test(cell))).toEqual([]);
  for (const isPlain of [true, false]) {
    const others = readCsvBySemicolon(text.slice(1), isPlain);
    expect(others.filter((cell) => STARTS_CALCULATED.test(cell) && !STARTS_WITH_NUMBER.test(cell))).toEqual([]);
  }
  return cells;
}

function harmlessWorkbook(bytes: Uint8Array): string[] {
  const { texts, active } = readWorkbook(bytes);
  expect(active).toEqual([]);
  return texts;
}
