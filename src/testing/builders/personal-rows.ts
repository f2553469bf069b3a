import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { TestPerson } from '#testing/builders/records.ts';

/** Returns 64 random hexadecimal digits. */
export const HASH = () => randomUUID().replaceAll('-', '').repeat(2);

type Values = Readonly<Record<string, unknown>>;

/** Inserts one row. */
export async function put(db: Db, table: string, values: Values): Promise<void> {
  const columns = Object.keys(values).map((column) => sql.ref(column));
  const row = Object.values(values).map((value) => sql`${value}`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(row)})`.execute(db);
}

/** Inserts a device, a lot, a range, an account at a registry, an import and a file of evidence of a person. */
export async function insertCertificates(
  db: Db,
  { userId, accountId }: Pick<TestPerson, 'userId' | 'accountId'>,
): Promise<void> {
  const [deviceId, lotId] = [randomUUID(), randomUUID()];
  await insertApproval(db, userId, accountId);
  const own = { account_id: accountId, created_by: userId };
  const evidence = { file_name: 'statement.pdf', file_type: 'pdf', size: 1, sha256: HASH(), uploaded_by: userId };
  await put(db, 'evidence', { id: randomUUID(), ...evidence });
  const file = { kind: 'beneficiaries', account_id: accountId, file_name: 'people.csv', lines: 1, created_by: userId };
  await put(db, 'table_import', { id: randomUUID(), ...file });
  await put(db, 'registry_account', { account_id: accountId, registry: 'other', code: 'ACCOUNT1', changed_by: userId });
  const place = { registry: 'other', registry_id: deviceId, name: 'Plant', country: 'MY', fuel_type: 'Hydro' };
  await put(db, 'device', { id: deviceId, ...own, ...place, supported: 'unknown' });
  const serials = { serial_style: 'free', serial_base: lotId, first: 1, last: 1, step: 1 };
  const period = { period_from: '2024-01-01', period_to: '2024-12-31', offset_attributes: 'unknown' };
  await put(db, 'certificate_lot', {
    id: lotId,
    device_id: deviceId,
    ...own,
    registry: 'other',
    ...serials,
    ...period,
  });
  const range = { lot_id: lotId, first: 1, last: 1, step: 1, account_id: accountId, opened_by: userId };
  await put(db, 'certificate_range', { id: randomUUID(), ...range });
}

type Settled = { readonly awardId: string; readonly userId: string; readonly parties: Values };

/** Inserts the settlement of an award, with a step of a person. */
export async function insertSettlement(db: Db, { awardId, userId, parties }: Settled): Promise<void> {
  const id = randomUUID();
  const days = { payment_days: 1, delivery_days: 1, cure_days: 1, penalty_hundredths: 0, holds_back: false };
  const state = { mode: 'payFirst', payment: 'invoiced', delivery: 'notDue', whole: 'open', calendar: 'weekends' };
  await put(db, 'settlement', { id, award_id: awardId, ...parties, ...state, owed: 10, quantity: 1, ...days });
  const said = { step: 'announcePayment', actor: 'buyer', made_by: userId, reference: 'TT-7', remark: '' };
  await put(db, 'settlement_event', { settlement_id: id, version: 2, ...said });
  const award = await db.selectFrom('award').selectAll().where('id', '=', awardId).executeTakeFirstOrThrow();
  await put(db, 'settlement_offer', {
    id: randomUUID(),
    settlement_id: id,
    bidder_id: award.bidder_id,
    bid_id: award.bid_id,
    ranking: 2,
    quantity: 1,
    price_cents: 1_000,
    amount: 10,
    seller_fee: 0,
    buyer_fee: 0,
    answer_by: '2026-01-01',
    state: 'declined',
    offered_by: userId,
    answered_by: userId,
    answered_at: new Date(),
  });
  const sums = {
    net: 10,
    tax: 0,
    payable: 10,
    content: JSON.stringify({ trade: 'A trade', dueOn: null, currency: 'USD' }),
  };
  const { buyer_account_id: receiver, seller_account_id: issuer } = parties;
  await put(db, 'invoice', {
    id: randomUUID(),
    settlement_id: id,
    issuer_account_id: issuer,
    receiver_account_id: receiver,
    type: 'invoice',
    kind: 'sale',
    number: `INV-2026-${id.slice(0, 8)}`,
    issued_at: new Date(),
    issued_by: userId,
    ...sums,
  });
}

/** Inserts a request of an administrator to blacklist a company. */
async function insertApproval(db: Db, userId: string, accountId: string): Promise<void> {
  const act = { act: 'blacklist', operation: 'PUT /x', params: '{}', body: '{}', title: 'A company' };
  const waits = { requested_by: userId, expires_at: new Date(), page_id: accountId };
  await put(db, 'approval_request', { id: randomUUID(), ...act, ...waits });
}
