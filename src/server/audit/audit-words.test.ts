import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_TABLES } from '#domain/access/audit-trail.ts';
import en from '#phrases/en.json' with { type: 'json' };
import type { Database } from '#server/platform/database/database.ts';
import { freshDatabase } from '#testing/world/database.ts';

type Table = { readonly name: string; readonly columns: readonly string[]; readonly noted: boolean };

let database: Database;
let tables: readonly Table[];
beforeAll(async () => {
  ({ database } = await freshDatabase());
  ({ rows: tables } = await sql<Table>`
    select relname as name, exists (select 1 from pg_trigger where tgrelid = c.oid and tgname = 'note_change') as noted,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(database.db));
});
afterAll(() => database.close());

const notedColumns = (): string[] => [
  ...new Set(tables.filter(({ noted }) => noted).flatMap(({ columns }) => columns)),
];

/**
 * Tables whose changes the audit trail does not contain. No admin's act changes them, or their changes would tell no
 * more than the act and its other changes.
 */
const NOT_NOTED =
  /^(account_change|account_invitation|api_key\w*|app_user|approval_request|audit_\w+|award|auction_settling|beneficiary|bid_cancellation|bid_history|bid_request|buy_order_part|calendar_link|certificate_range|change_stamp|client_consent|deleted_object|evidence|first_administrator_link|foreign_identity|hub_token|idempotent_request|identity_ticket|billing|invoice\w*|item_participant|item_result|ledger_account|log_\w+|message_text_version|migration|notice\w*|oidc_model|one_time_code|outage|outbid_told|receipt_told|outbox|rec_country|registration|registration_remark|registry_(account|order)|relation_decision|sales_figure|server_secret|settlement\w*|table_import\w*|service_\w+|sign_in_failure|template_acceptance|template_version_(file|image)|trusted_device|user_session|user_tour|watch|webhook\w*)$/;

test('every table has the trigger note_change or is in NOT_NOTED', () =>
  expect(
    tables.filter(({ name, noted }) => noted === NOT_NOTED.test(name)).map(({ name }) => name),
    'add the trigger note_change in a migration, or the table to NOT_NOTED',
  ).toEqual([]));

test('AUDIT_TABLES of src/domain/access/audit-trail.ts names every audited table', () => {
  const noted = tables.filter((table) => table.noted).map(({ name }) => name);
  // There is no table `bid`. Bids are stored as entries of the bid history.
  expect([...AUDIT_TABLES].filter((name) => name !== 'bid')).toEqual(noted.toSorted());
});

/** Columns without meaning to a reader. */
const WORDLESS = new Set(['last_hash', 'title_lower', 'salt']);

test('src/phrases/en.json has a phrase for every audited column', () => {
  const unsaid = notedColumns().filter((column) => !(column in en.audit.column) && !WORDLESS.has(column));
  expect(
    unsaid.map((column) => `audit.column.${column}`),
    'add these phrases to src/phrases/en.json and zh.json',
  ).toEqual([]);
});

test('no column that holds a secret is audited', () =>
  expect(notedColumns().filter((column) => /hash|secret|token|password/.test(column))).toEqual(['last_hash']));
