import { sql, type RawBuilder } from 'kysely';
import { PERSONAL_SECTIONS, type PersonalSection } from '#domain/access/personal-data.ts';
import type { Person } from '#server/personal-data/person.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type Sql = RawBuilder<unknown>;

/** The data of one table about a person, as the export shows it. */
type PersonalTable = {
  readonly section: PersonalSection;
  readonly table: string;
  /** Only columns that say nothing about others and contain no secret. */
  readonly columns: readonly string[];
  /** Further columns by their name in the export: a name in place of an id, or a part of a column. */
  readonly also?: Readonly<Record<string, Sql>> | ((person: Person) => Readonly<Record<string, Sql>>);
  /** The condition for the person's rows. */
  readonly whose: (person: Person) => Sql;
};

const by =
  (column: string) =>
  ({ userId }: Person): Sql =>
    sql`${sql.ref(column)} = ${userId}`;

const isReachedBy =
  (recipient: Sql) =>
  ({ reachedBy }: Person): Sql =>
    sql`${recipient} = any(${reachedBy}::text[])`;

const inSection =
  (section: PersonalSection) =>
  (table: string, columns: string, whose: PersonalTable['whose'], also: PersonalTable['also'] = {}): PersonalTable => ({
    section,
    table,
    columns: columns.split(' '),
    whose,
    also,
  });

const account = inSection('account');
const signIn = inSection('signIn');
const companies = inSection('companies');
const keys = inSection('keys');
const agreements = inSection('agreements');
const notices = inSection('notices');
const trading = inSection('trading');
const administration = inSection('administration');
const mails = inSection('mails');

const COMPANY = { company: sql`(select company_name from account where account.id = account_id)` };
const AUCTION = { auction: sql`(select title from auction where auction.id = auction_id)` };
const SELL_ORDER = { sell_order: sql`(select title from sell_order where sell_order.id = sell_order_id)` };

/** Columns about a company's contact person. They are null unless the exported person is the contact person. */
const CONTACT = ({ email }: Person) => {
  const own = (column: string): Sql => sql`case when lower(pic_email) = ${email} then ${sql.ref(column)} end`;
  return { pic_name: own('pic_name'), pic_email: own('pic_email'), pic_telephone: own('pic_telephone') };
};

/**
 * SQL: a column of a history line, or null before the line's auction reaches `moment`. Until then the column would
 * reveal bids of others (decision 73).
 */
const since = (moment: Sql, column: string): Sql =>
  sql`case when exists (select 1 from auction where auction.id = auction_id and ${moment} <= clock_timestamp())
      then ${sql.ref(column)} end`;

const OF_SEATS = ({ userId }: Person): Sql => sql`bidder_id in (select id from bidder where user_id = ${userId})`;

/**
 * Every table with data about a person, as docs/personal-data.md lists it. Tests compare the two lists. The export
 * leaves out hashes of passwords and tokens, texts of emails, and everything that names another person.
 */
export const HELD: readonly PersonalTable[] = [
  account(
    'app_user',
    'id username email role_name auction_user_role admin_roles phone_code phone_number email_proven_at phone_proven_at time_zone created_at',
    by('id'),
  ),
  account('foreign_identity', 'issuer subject created_at', by('user_id')),

  signIn('user_session', 'started_at expires_at', by('user_id')),
  signIn('oidc_model', 'kind expires_at', by('user_id')),
  signIn('trusted_device', 'user_agent created_at last_used_at expires_at', by('user_id')),
  signIn('client_consent', 'client_id granted_at', by('user_id')),
  signIn('one_time_code', 'purpose channel opened_at expires_at', isReachedBy(sql`subject`)),
  signIn('identity_ticket', 'purpose expires_at', by('user_id')),
  signIn(
    'sign_in_failure',
    'failures last_at rest_until',
    ({ failureHashes }) => sql`subject_hash = any(${failureHashes}::text[])`,
  ),
  signIn('idempotent_request', 'key created_at', by('user_id')),

  companies('account_member', 'account_id role created_at', by('user_id'), COMPANY),
  companies(
    'account_invitation',
    'email role created_at expires_at accepted_at revoked_at',
    ({ userId, email }) => sql`(accepted_by = ${userId} or lower(email) = ${email})`,
    COMPANY,
  ),
  companies('account_change', 'account_id at kind remark', by('user_id'), COMPANY),
  companies(
    'company_registration',
    'id status company_name english_company_name registration_number registered_address business_address country province business_type contact_number sst_number contract_account_number language submitted_at created_at updated_at',
    by('user_id'),
    CONTACT,
  ),
  companies(
    'registration_remark',
    'registration_id at action content',
    ({ userId }) =>
      sql`(user_id = ${userId} or registration_id in (select id from company_registration where user_id = ${userId}))`,
  ),
  companies('account', 'id company_name', ({ email }) => sql`lower(pic_email) = ${email}`, CONTACT),
  // Changes that an administrator made to the person, such as a new membership when a registration was approved.
  companies('audit_change', 'table_name kind', ({ userId }) => sql`row_key ->> 'user_id' = ${userId}`, {
    at: sql`(select at from audit_line where audit_line.id = line_id)`,
  }),

  keys('api_key', 'id name role scopes hint created_at expires_at last_used_at revoked_at', by('user_id'), COMPANY),
  keys(
    'api_key_act',
    'api_key_id at action subject address',
    ({ userId }) => sql`api_key_id in (select id from api_key where user_id = ${userId})`,
  ),
  keys('webhook', 'id url kinds created_at disabled_at', by('created_by'), COMPANY),

  agreements('template_acceptance', 'template_id version accepted_at', by('user_id'), {
    document: sql`(select document_name from template_version v
      where v.template_id = template_acceptance.template_id and v.version = template_acceptance.version)`,
  }),

  notices('notice', 'kind auction_id item_id outcome quantity at read_at mailed_at', by('user_id'), AUCTION),
  notices('notice_choice', 'kind channels minutes', by('user_id')),
  notices('calendar_link', 'user_id created_at', by('user_id')),
  notices('watch', 'auction_id created_at', by('user_id'), AUCTION),
  notices('user_tour', 'tour outcome seen_at', by('user_id')),

  trading('bidder', 'auction_id alias_number max_quantity terms_accepted_at terms_version created_at', by('user_id'), {
    ...AUCTION,
    ...COMPANY,
  }),
  trading(
    'bid_history',
    'auction_id at kind bid_id item_id price_cents quantity allows_partial minimum_acceptable by reason until',
    (person) => sql`(${OF_SEATS(person)} or acting_user_id = ${person.userId})`,
    { seq: since(sql`start_time`, 'seq'), hash: since(sql`closed_at`, 'hash') },
  ),
  trading('award', 'auction_id item_id bid_id ranking quantity price_cents amount buyer_fee', OF_SEATS, AUCTION),
  trading('buy_order', 'id status quantity unit_price_cents placed_at decided_at remark', by('user_id'), {
    ...SELL_ORDER,
    ...COMPANY,
  }),
  trading('retirement', 'number company_name retired_at', by('retired_by')),
  trading('registry_retirement', 'id company_name reference recorded_at', by('recorded_by')),
  trading('beneficiary', 'id account_type created_at', by('created_by'), COMPANY),
  trading('ledger_entry', 'id kind quantity made_at remark', by('made_by')),
  trading('device', 'id registry registry_id name status created_at', by('created_by'), COMPANY),
  trading('certificate_lot', 'id first last status created_at', by('created_by'), COMPANY),
  trading('certificate_range', 'id lot_id first last opened_at', by('opened_by')),
  trading(
    'table_import',
    'id kind file_name lines created_at undone_at',
    ({ userId }) => sql`(created_by = ${userId} or undone_by = ${userId})`,
  ),
  trading('evidence', 'id file_name size created_at', by('uploaded_by')),
  trading('registry_account', 'account_id registry code changed_at', by('changed_by')),
  trading('settlement_event', 'settlement_id step actor made_at amount quantity reference remark', by('made_by')),
  trading(
    'settlement_offer',
    'id quantity price_cents amount state offered_at answered_at',
    (person) => sql`(${OF_SEATS(person)} or offered_by = ${person.userId} or answered_by = ${person.userId})`,
  ),
  trading('invoice', 'number type kind issued_at payable', by('issued_by')),
  trading('change_request', 'auction_id status message created_at sent_at decided_at', by('requested_by'), AUCTION),

  administration('auction', 'id title created_at', by('created_by')),
  administration('auction_notification', 'auction_id sent_at', by('sent_by'), AUCTION),
  administration('relation_decision', 'auction_id decided_at', by('decided_by'), AUCTION),
  administration('deleted_object', 'id kind title deleted_at', by('deleted_by')),
  administration(
    'approval_request',
    'act title requested_at state decided_at remark',
    ({ userId }) => sql`(requested_by = ${userId} or decided_by = ${userId})`,
  ),
  administration('sell_order', 'id title created_at', by('created_by')),
  administration('image', 'id type created_at', by('uploaded_by')),
  administration('template', 'id template_type created_at', by('created_by')),
  administration('template_version', 'template_id version document_name updated_at', by('updated_by')),
  administration('message_text', 'id version saved_at', by('saved_by')),
  administration('message_text_version', 'id version saved_at', by('saved_by')),
  administration('template_file', 'id file_name file_type size created_at', by('uploaded_by')),
  administration('audit_line', 'at action about outcome subject address session key_name approved_by', by('user_id')),

  mails('outbox', 'channel recipient subject created_at sent_at', isReachedBy(sql`lower(recipient)`)),
];

type HeldRows = { readonly table: string; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** Returns all data about a person, by section and table. Tables without rows are included. */
async function readHeld(db: Db, person: Person): Promise<ReadonlyMap<PersonalSection, readonly HeldRows[]>> {
  const found = new Map<PersonalSection, HeldRows[]>(PERSONAL_SECTIONS.map((section) => [section, []]));
  for (const held of HELD) found.get(held.section)?.push({ table: held.table, rows: await readRows(db, held, person) });
  return found;
}

/** Returns the number of rows per section. */
export async function countHeld(db: Db, person: Person): Promise<ReadonlyMap<PersonalSection, number>> {
  const counts = HELD.map(
    ({ section, table, whose }) =>
      sql`select ${section} as section, count(*)::int as rows from ${sql.table(table)} where ${whose(person)}`,
  );
  const { rows } = await sql<{ section: PersonalSection; rows: number }>`
    select section, sum(rows)::int as rows
    from (${sql.join(counts, sql` union all `)}) counted group by section`.execute(db);
  return new Map(rows.map(({ section, rows: count }) => [section, count]));
}

async function readRows(db: Db, { table, columns, also = {}, whose }: PersonalTable, person: Person) {
  const more = Object.entries(typeof also === 'function' ? also(person) : also);
  const selected = [
    ...columns.map((column) => sql.ref(column)),
    ...more.map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(selected)} from ${sql.table(table)} where ${whose(person)} order by 1, 2`.execute(db);
  return rows;
}

/**
 * Writes all data about a person, with headings in the person's language. Columns have the names of the database, which
 * docs/personal-data.md explains.
 */
export async function writeExport(
  db: Db,
  { person, language, nowMs }: { readonly person: Person; readonly language: Language; readonly nowMs: number },
): Promise<string> {
  const say = wordsIn(language);
  const sections = [...(await readHeld(db, person))].map(([section, tables]) => ({
    section,
    title: say(`personalData.section.${section}`),
    about: say(`personalData.fate.${section}`),
    tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
  }));
  const { userId, username } = person;
  return JSON.stringify({ exportedAt: new Date(nowMs).toISOString(), userId, username, sections }, null, 2);
}
