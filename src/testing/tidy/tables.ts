import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingsIn } from '#testing/tidy/table-namings.ts';
import { ROOT, type Source } from '#testing/tidy/source.ts';

/** Returns every table of `schema.sql`. */
export function readTables(): ReadonlySet<string> {
  const found = readFileSync(join(ROOT, 'schema.sql'), 'utf8').matchAll(/^create table (\w+)/gim);
  return new Set([...found].map(([, name = '']) => name));
}

/** The tables of each feature. Only files of that feature may write and read them. `GUESTS` lists the exceptions. */
const OWNED: Readonly<Record<string, string>> = {
  'platform-setting': 'platform_setting rec_country',
  platform:
    'audit_line audit_change change_stamp idempotent_request hub_token image message_text message_text_version migration outage outbox service_beat service_process',
  tick: 'tick_size',
  deletion: 'deleted_object',
  approval: 'approval_request',
  tour: 'user_tour',
  template: 'template template_acceptance template_file template_version template_version_file template_version_image',
  import: 'table_import table_import_line',
  statistic: 'item_participant item_result sales_figure',
  evidence: 'evidence',
  ledger: 'ledger_account ledger_entry certificate_range',
  room: 'bid_history bid_request',
  notice: 'notice notice_choice',
  auction: 'auction auction_item auction_settling bid_cancellation change_request item_change',
  calendar: 'calendar_link',
  company: 'account account_change account_invitation account_member company_registration registration_remark',
  automation: 'api_key api_key_act webhook webhook_delivery',
  identity:
    'app_user client_consent first_administrator_link foreign_identity identity_ticket oidc_model one_time_code registration server_secret sign_in_failure trusted_device user_session',
  certificate: 'certificate_lot device',
  'settlement-terms': 'settlement_terms',
  invoice: 'billing invoice invoice_series invoice_submission',
  settlement: 'settlement settlement_event settlement_offer',
  registry: 'registry_account registry_order',
  holding: 'beneficiary registry_retirement retirement',
  bidder: 'auction_notification bidder relation_decision',
  'auction-notice': 'notice_told outbid_told receipt_told watch',
  award: 'award',
  'transparency-log':
    'log_authority log_checkpoint log_cosignature log_entry log_hash log_timestamp log_tree log_witness',
  marketplace: 'buy_order buy_order_part sell_order sell_order_buyer sell_order_item',
};

type Guest = { readonly because: string; readonly reads?: string; readonly writes?: string };

/** Features that may name tables of others, each with the reason. An entry that is not needed is an error, too. */
const GUESTS: Readonly<Record<string, Guest>> = {
  platform: {
    because: 'one place writes the audit trail and metrics, sends messages and knows the session, below every feature',
    reads:
      'account account_member app_user auction auction_item buy_order change_request company_registration log_authority log_witness sell_order template template_version tick_size user_session webhook webhook_delivery api_key',
    writes: 'api_key_act webhook_delivery',
  },
  tick: { because: 'a tick size that an auction uses stays as it is', reads: 'auction' },
  deletion: { because: 'names who deleted, and restores images', reads: 'account app_user', writes: 'image' },
  approval: {
    because: 'names what an act is about, and who requested and decided it',
    reads: 'account api_key app_user auction auction_item award buy_order sell_order settlement',
  },
  'platform-setting': { because: 'an approval needs two administrators', reads: 'app_user' },
  evidence: { because: 'keeps files of acts that wait for an approval', reads: 'approval_request' },
  template: {
    because: 'an upload becomes a document with its author',
    reads: 'app_user image',
    writes: 'image',
  },
  import: { because: 'shows who imported a file', reads: 'app_user' },
  statistic: {
    because: 'sums up over sales of both kinds',
    reads: 'account auction auction_item award bid_history bidder buy_order buy_order_part sell_order_item',
  },
  ledger: {
    because: 'books what awards and orders moved, and proves it against them',
    reads:
      'auction auction_item award bidder buy_order buy_order_part certificate_lot device retirement sell_order sell_order_item settlement',
  },
  room: {
    because: 'loads a whole auction in one statement, and stores its lines with its times',
    reads: 'account app_user auction auction_item auction_settling bidder',
    writes: 'auction',
  },
  notice: {
    because: 'tells administrators of what waits; old notices go together with who was told',
    reads: 'app_user auction buy_order company_registration sell_order',
    writes: 'notice_told outbid_told',
  },
  auction: {
    because: 'lists what the caller may see, with its own seats and awards, and tells bidders what an edit cancelled',
    reads: 'account account_member app_user award bidder image notice_choice tick_size watch',
    writes: 'bidder image',
  },
  company: {
    because: 'shows its members, tells them as they chose, and ends what an owner made when the owner leaves',
    reads: 'app_user notice_choice webhook',
    writes: 'api_key webhook',
  },
  automation: { because: 'a key acts for a company and a person', reads: 'account account_member app_user' },
  identity: {
    because: 'sessions know companies, passwords end keys, and one running process prints the first link',
    reads: 'account account_member api_key service_process',
  },
  'personal-data': {
    because: 'collects, and erases, what is held of one person everywhere',
    reads:
      'account account_change account_member api_key app_user auction audit_line bidder buy_order company_registration foreign_identity ledger_account sell_order template_version user_session',
    writes:
      'account_change account_invitation account_member api_key api_key_act app_user beneficiary company_registration hub_token one_time_code outbox sign_in_failure webhook',
  },
  certificate: {
    because: 'certificates back RECs of auctions and orders, and the ranges in the ledger know which',
    reads:
      'account auction auction_item award buy_order buy_order_part certificate_range ledger_account ledger_entry sell_order sell_order_item settlement',
  },
  settlement: {
    because:
      'settles awards and orders between the members of two companies, tells these members as they chose, and awards the RECs of a default to the next bid',
    reads:
      'account account_member app_user auction auction_item award bidder buy_order buy_order_part ledger_account notice_choice sell_order sell_order_item',
    writes: 'award',
  },
  invoice: { because: 'names the companies on its lists', reads: 'account' },
  registry: {
    because: 'asks a registry only for what its settlement still instructs, or what nobody has recorded by hand',
    reads: 'registry_retirement settlement settlement_event',
  },
  holding: {
    because: 'shows where a company’s RECs came from and where they went',
    reads:
      'account account_member app_user auction award buy_order buy_order_part ledger_account ledger_entry sell_order',
  },
  bidder: {
    because: 'lists companies that may bid, and finds related ones by what they share',
    reads: 'account account_member app_user trusted_device',
  },
  bidding: {
    because: 'reads histories with the names that their reader may see',
    reads: 'account api_key app_user audit_line bid_history bidder',
  },
  'auction-notice': {
    because: 'finds who is told of an auction, and how they chose to be told',
    reads: 'app_user auction notice notice_choice',
    writes: 'notice',
  },
  award: {
    because: 'closes an auction: its awards, its row and its mails in one transaction',
    reads: 'account account_member app_user notice_choice',
  },
  'transparency-log': { because: 'logs the last line of each auction', reads: 'auction bid_history' },
  marketplace: {
    because: 'sells what the ledger says is there, to companies and people by name',
    reads: 'account account_member app_user image',
    writes: 'image',
  },
  'buy-order-history': {
    because: 'a report over auctions and the marketplace',
    reads: 'account auction auction_item award bidder buy_order buy_order_part sell_order sell_order_item',
  },
  rehearsal: { because: 'copies an auction with companies and people', reads: 'app_user', writes: 'account app_user' },
  health: {
    because: 'a report of what waits everywhere, and of what a new platform needs',
    reads:
      'account app_user audit_line auction buy_order change_request company_registration log_witness outage outbox platform_setting service_process template template_version tick_size webhook webhook_delivery',
  },
  audit: {
    because: 'a report that names what each line is about',
    reads:
      'account app_user auction auction_item audit_change audit_line bidder ledger_account sell_order sell_order_item tick_size',
  },
  backup: { because: 'checks what it wrote and restored', reads: 'app_user bid_history migration' },
  demo: {
    because: 'seeds a past year, which no call can make',
    reads:
      'account app_user auction auction_item award buy_order certificate_range ledger_account settlement template tick_size',
    writes:
      'account account_change account_member app_user auction auction_item buy_order company_registration image notice notice_choice outbox registration_remark sell_order settlement settlement_event tick_size watch',
  },
};

/**
 * Returns tables without an owner, files that name a table of another feature without permission, and permissions that
 * are not needed any more.
 */
export function strangersToTables(sources: readonly Source[], tables: ReadonlySet<string>): string[] {
  const owners = new Map(
    Object.entries(OWNED).flatMap(([feature, owned]) => owned.split(' ').map((table) => [table, feature])),
  );
  const found = new Set<string>();
  const strangers = sources.flatMap((source) => {
    const feature = source.path.split('/')[2] ?? '';
    return namingsIn(source, tables).flatMap(({ path, table, isWriting }) => {
      const owner = owners.get(table);
      if (owner === feature) return [];
      const guest = `${feature} ${isWriting ? 'writes' : 'reads'} ${table}`;
      found.add(guest);
      return GUEST_LINES.has(guest)
        ? []
        : [`${path} ${isWriting ? 'writes' : 'reads'} ${table}; call a function of its owner ${owner}`];
    });
  });
  return [
    ...[...tables]
      .filter((table) => !owners.has(table))
      .map((table) => `${table} has no owner; add it to OWNED of tables.ts`),
    ...new Set(strangers),
    ...[...GUEST_LINES]
      .filter((guest) => !found.has(guest))
      .map((guest) => `not true anymore: ${guest}; remove it from GUESTS of tables.ts`),
  ];
}

const wordsOf = (words: string | undefined): string[] => words?.split(' ') ?? [];

const GUEST_LINES: ReadonlySet<string> = new Set(
  Object.entries(GUESTS).flatMap(([feature, { reads, writes }]) => [
    ...wordsOf(reads).map((table) => `${feature} reads ${table}`),
    ...wordsOf(writes).map((table) => `${feature} writes ${table}`),
  ]),
);
