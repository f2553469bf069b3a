import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { IMPORTS } from '#testing/readers/type-modules.ts';

const HEADER = `// Written by \`npm run schema\` from the migrations: the tables as queries see them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
`;

const DEFINITIONS = `
export type Time = ColumnType<Date, Date | string, Date | string>;

/** The database writes it where no value is given. */
export type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;

/** A date without a time, as YYYY-MM-DD. Drivers return it as a time, so queries read it as text or JSON. */
export type Day = ColumnType<unknown, string, string>;

export type Json<T> = ColumnType<T, string, string>;
`;

/**
 * TypeScript types of columns that allow fewer values than their type in the database. Keys are `column` or
 * `table.column`. All other facts come from the database: whether a column is nullable, has a default or is JSON.
 */
const NARROWER: Readonly<Record<string, string>> = {
  country: 'Country',
  fuel_type: 'FuelType',
  vintage_period: 'VintagePeriod',
  auction_type: 'AuctionType',
  channel: "'email' | 'sms'",
  image_ids: 'readonly string[]',
  account_type: 'BeneficiaryType',
  registry: 'RegistryName',
  'account.country': 'string',
  'account.status': 'AccountStatus',
  'account_change.changes': 'FieldChange[]',
  'account_change.kind': 'AccountChangeKind',
  'account_invitation.role': 'MemberRole',
  'account_member.role': 'MemberRole',
  'api_key.role': "ApiKeyRole | 'admin'",
  'api_key.scopes': 'Scope[]',
  'app_user.admin_roles': 'AdminRole[]',
  'app_user.auction_user_role': "'User' | 'Admin'",
  'auction.recurrence': 'Recurrence',
  'auction.rules_version': 'BiddingRules',
  'audit_change.kind': "'insert' | 'update' | 'delete'",
  'audit_change.row_key': 'Record<string, unknown>',
  'approval_request.act': 'ApprovalAct',
  'approval_request.state': 'ApprovalState',
  'audit_line.outcome': "'done' | 'refused' | 'requested'",
  'beneficiary.country': 'string',
  'bid_cancellation.params': 'Record<string, string | number>',
  'bid_history.by': "HistoryLine['by']",
  'bid_history.kind': 'HistoryKind',
  'buy_order.beneficiary': 'Beneficiary',
  'buy_order.claim': 'Claim',
  'buy_order.status': 'BuyOrderStatus',
  'certificate_lot.offset_attributes': 'OffsetAnswer',
  'certificate_lot.serial_style': 'SerialStyle',
  'certificate_lot.status': 'CheckStatus',
  'company_registration.country': 'string',
  'change_request.status': 'StoredRequestStatus',
  'change_stamp.kind':
    "'auction' | 'sellOrder' | 'buyOrder' | 'registration' | 'account' | 'settlement' | 'invoice' | 'holding' | 'retirement'",
  'company_registration.language': 'Language',
  'company_registration.status': 'RegistrationStatus',
  'device.status': 'CheckStatus',
  'device.supported': 'SupportAnswer',
  'evidence.file_type': 'EvidenceType',
  'identity_ticket.detail': 'Record<string, string>',
  'identity_ticket.purpose': "'reset_password' | 'two_factor_setup'",
  'image.type': 'ImageType',
  'item_change.before': 'ProposedItem',
  'item_change.kind': "ItemChange['kind']",
  'item_change.proposed': 'ProposedItem',
  'ledger_account.kind': 'LedgerAccountKind',
  'ledger_account.source_kind': 'SourceKind',
  'ledger_entry.kind': 'MovementKind',
  'notice.event': 'SettlementEvent',
  'notice.kind': 'NoticeKind',
  'notice.outcome': 'NoticeOutcome',
  'notice_choice.channels': 'NoticeChannel[]',
  'notice_choice.kind': 'NoticeKind',
  'notice_told.kind': 'NoticeKind',
  'one_time_code.detail': 'Record<string, string>',
  'one_time_code.sends': 'number[]',
  'outbox.attachments': 'Attachment[]',
  'outbox.kind': 'MessageKind',
  'registration.accepted_templates': 'readonly { readonly templateId: string; readonly version: number }[]',
  'registration_remark.action': 'RegistrationEvent',
  'registry_order.answer': 'StoredAnswer',
  'registry_order.connector': 'ConnectorName',
  'registry_order.reason': 'OrderReason',
  'registry_order.state': 'RegistryOrderState',
  'registry_retirement.registry': 'string',
  'retirement.country': 'string',
  'retirement.purpose': 'ClaimPurpose',
  'deleted_object.kind': "'auction' | 'sellOrder'",
  'sell_order.beneficiary_default': 'BeneficiaryDefault',
  'invoice.kind': 'InvoiceKind',
  'invoice.type': 'InvoiceType',
  'invoice_series.type': 'InvoiceType',
  'invoice_submission.reason': 'AuthorityReason',
  'invoice_submission.state': 'AuthorityState',
  calendar: 'BusinessCalendar',
  'settlement.delivery': 'DeliveryState',
  'settlement.mode': 'SettlementMode',
  'settlement.payment': 'PaymentState',
  'settlement.reminders': 'string[]',
  'settlement.whole': 'WholeState',
  'settlement_event.actor': 'Actor',
  'settlement_event.evidence_ids': 'string[]',
  'settlement_event.step': 'SettlementStep',
  'settlement_offer.state': 'OfferState',
  'settlement_terms.mode': 'SettlementMode',
  'service_process.figures': 'ProcessMetrics',
  'template.template_type': 'TemplateType',
  'table_import.kind': "'companies' | 'beneficiaries'",
  'template_file.file_type': 'TemplateFileType',
  'template_version.audience': 'TemplateAudience',
  'template_version.contents': 'StoredContents',
  'user_tour.outcome': 'TourOutcome',
  'user_tour.tour': 'TourName',
  'webhook.kinds': 'WebhookKind[]',
  'webhook_delivery.kind': 'DeliveryKind',
};

/**
 * TypeScript types of PostgreSQL types, as the drivers return them. Numbers that a JavaScript number cannot hold
 * exactly are returned as text.
 */
const READ_AS: Readonly<Record<string, string>> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  character: 'string',
  date: 'Day',
  'double precision': 'number',
  integer: 'number',
  json: 'Json<unknown>',
  jsonb: 'Json<unknown>',
  numeric: 'string',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Time',
  uuid: 'string',
};

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly may_be_null: boolean;
  readonly has_default: boolean;
  /** Whether only the database sets the column. */
  readonly is_always_written: boolean;
  readonly comment: string | null;
  readonly table_comment: string | null;
};

/**
 * Returns the types of all tables as TypeScript. The text is the same for PostgreSQL and for the embedded database.
 *
 * @throws Error for a PostgreSQL type that is not in `READ_AS`
 */
export async function describeTables(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as may_be_null, a.atthasdef or a.attidentity <> '' as has_default,
      a.attidentity = 'a' or a.attgenerated <> '' as is_always_written,
      col_description(a.attrelid, a.attnum) as comment, obj_description(c.oid, 'pg_class') as table_comment
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      -- The migrations' own bookkeeping is nobody else's.
      and c.relname <> 'migration'
    order by c.relname collate "C", a.attnum`.execute(db);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const lines = columns.map((column) => `${commentOf(column.comment, 4)}    ${column.name}: ${typeOf(column)};\n`);
    return `${commentOf(columns[0]?.table_comment, 2)}  ${table}: {\n${lines.join('')}  };\n`;
  });
  const text = `export type Tables = {\n${tables.join('')}};\n`;
  const imports = Object.entries(IMPORTS)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
    .map(([name, path]) => `import type { ${name} } from '${path}';\n`);
  return [HEADER, ...imports, DEFINITIONS, '\n', text].join('');
}

const commentOf = (comment: string | null | undefined, indent: number): string =>
  comment == null ? '' : `${' '.repeat(indent)}/** ${comment.replaceAll('\n', ' ')} */\n`;

function typeOf({ table, name, type, ...column }: Column): string {
  const read = READ_AS[type.replace('[]', '')];
  if (read === undefined) throw new Error(`${table}.${name} has the type ${type}: add it to READ_AS`);
  if (column.is_always_written) return `GeneratedAlways<${read}>`;
  const narrower = NARROWER[`${table}.${name}`] ?? NARROWER[name];
  const stored = narrower === undefined ? read : type.startsWith('json') ? `Json<${narrower}>` : narrower;
  const whole = type.endsWith('[]') && narrower === undefined ? `${stored}[]` : stored;
  // An insert may also leave out any nullable column.
  if (column.may_be_null) return `${whole} | null`;
  return column.has_default ? withDefault(whole) : whole;
}

function withDefault(type: string): string {
  if (type === 'Time') return 'DefaultTime';
  const json = /^Json<(.*)>$/.exec(type)?.[1];
  return json === undefined ? `Generated<${type}>` : `ColumnType<${json}, string | undefined, string>`;
}
