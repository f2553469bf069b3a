import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashOfSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import type { Db } from '#server/platform/database/database.ts';
import { HASH, insertCertificates, insertSettlement, put } from '#testing/builders/personal-rows.ts';
import { insertAuction, type TestAuction, type TestPerson } from '#testing/builders/records.ts';

/** Values that identify a person. Tests search all stored data for them. */
export type Traces = {
  readonly email: string;
  readonly phone: string;
  readonly contact: string;
  readonly address: string;
};

export const tracesOf = ({ userId, username }: TestPerson): Traces => ({
  email: `${username}@example.test`,
  phone: `+6012${String(Number.parseInt(userId.slice(0, 7), 16) % 10_000_000).padStart(7, '0')}`,
  contact: `Contact ${userId.slice(0, 8)}`,
  address: `Address ${userId.slice(0, 8)}`,
});

const LATER = new Date(Date.now() + 3_600_000);

/**
 * Inserts a row into every table that contains data about a person (docs/personal-data.md). The auction is closed and
 * nothing else is open, so the person may be erased.
 */
export async function insertPersonalRows(db: Db, person: TestPerson, seller: TestPerson): Promise<TestAuction> {
  const traces = tracesOf(person);
  await sql`update app_user set phone_code = '+60', phone_number = ${traces.phone.slice(3)} where id = ${person.userId}`.execute(
    db,
  );
  const auction = await insertAuction(db, {
    ownerAccountId: seller.accountId,
    createdBy: person.userId,
    bidders: [{ person }],
  });
  await insertSignIns(db, person, traces);
  await insertCompanyRows(db, person, traces);
  await insertTrades(db, person, { seller, auction });
  await insertNotices(db, person, { traces, auction });
  await insertActs(db, person, { traces, auction });
  await sql`update auction set closed_at = now() where id = ${auction.auctionId}`.execute(db);
  return auction;
}

async function insertSignIns(db: Db, { userId, username }: TestPerson, { email }: Traces): Promise<void> {
  const times = { created_at: new Date(), last_used_at: new Date(), expires_at: LATER };
  await put(db, 'foreign_identity', { issuer: 'https://id.test', subject: HASH(), user_id: userId, id_token: '-' });
  await sql`
    insert into user_session (user_id, session_id, started_at, expires_at) values (${userId}, ${HASH()}, now(), ${LATER})
    on conflict do nothing`.execute(db);
  await put(db, 'oidc_model', { kind: 'Grant', id_hash: HASH(), payload: '{}', user_id: userId, expires_at: LATER });
  await put(db, 'client_consent', { user_id: userId, client_id: `partner of ${username}` });
  await put(db, 'trusted_device', {
    token_hash: HASH(),
    user_id: userId,
    device_hash: HASH(),
    user_agent: `By ${username}`,
    ...times,
  });
  const code = { device_hash: HASH(), channel: 'email', code_hash: HASH(), detail: '{}', tries: 0, sends: '[]' };
  for (const subject of [userId, email])
    await put(db, 'one_time_code', {
      purpose: 'forgot_password',
      subject,
      ...code,
      opened_at: new Date(),
      expires_at: LATER,
    });
  const ticket = { purpose: 'reset_password', user_id: userId, device_hash: HASH(), detail: '{}', expires_at: LATER };
  await put(db, 'identity_ticket', { token_hash: HASH(), ...ticket });
  await put(db, 'sign_in_failure', {
    subject_hash: hashOfSubject({ kind: 'username', name: username.toLowerCase() }),
    failures: 1,
    last_at: new Date(),
  });
  await put(db, 'idempotent_request', { user_id: userId, key: HASH().slice(0, 20), request_hash: HASH(), reply: '{}' });
}

async function insertCompanyRows(db: Db, { userId, accountId, username }: TestPerson, traces: Traces): Promise<void> {
  const { email, contact, phone } = traces;
  const pic = { pic_name: contact, pic_email: email, pic_telephone: phone };
  await sql`update account set pic_name = ${contact}, pic_email = ${email}, pic_telephone = ${phone} where id = ${accountId}`.execute(
    db,
  );
  await put(db, 'account_invitation', {
    id: randomUUID(),
    account_id: accountId,
    email,
    role: 'owner',
    token_hash: HASH(),
    invited_by: userId,
    expires_at: LATER,
    accepted_at: new Date(),
    accepted_by: userId,
  });
  const changes = [
    { field: username, before: '', after: 'owner' },
    { field: 'picEmail', before: 'x@example.test', after: email },
    { field: 'picName', before: 'X', after: contact },
    { field: 'picTelephone', before: '', after: phone },
  ];
  await put(db, 'account_change', {
    account_id: accountId,
    user_id: userId,
    kind: 'edited',
    changes: JSON.stringify(changes),
  });
  for (const status of ['Approved', 'Rejected']) {
    const id = randomUUID();
    const company = {
      company_name: 'Rimba',
      english_company_name: '',
      registration_number: '',
      registered_address: '',
    };
    const place = { business_address: '', country: 'MY', province: '', business_type: 'Other', contact_number: '' };
    const numbers = { sst_number: '', contract_account_number: '', language: 'en' };
    const made = { id, user_id: userId, status, account_id: status === 'Approved' ? accountId : null };
    await put(db, 'company_registration', { ...made, ...company, ...place, ...numbers, ...pic });
    await put(db, 'registration_remark', { registration_id: id, user_id: userId, action: 'submit', content: '' });
  }
  const keyId = randomUUID();
  const key = { id: keyId, account_id: accountId, user_id: userId, name: 'Robot', role: 'trader', hint: 'gl_abcde' };
  await put(db, 'api_key', { ...key, scopes: ['auctions:read'], token_hash: HASH(), expires_at: LATER });
  await put(db, 'api_key_act', { api_key_id: keyId, action: 'POST /x', subject: '{}', address: traces.address });
  const hook = { url: 'https://hook.test', kinds: ['auction.result'], sealed_secret: '-', created_by: userId };
  await put(db, 'webhook', { id: randomUUID(), account_id: accountId, ...hook });
}

type Trade = { readonly seller: TestPerson; readonly auction: TestAuction };

async function insertTrades(db: Db, { userId, accountId }: TestPerson, { seller, auction }: Trade): Promise<void> {
  const { auctionId, itemIds, bidderIds } = auction;
  const [item_id, bidder_id, bid_id] = [itemIds[0], bidderIds[0], randomUUID()];
  const line = {
    kind: 'placed',
    at: new Date(),
    by: 'bidder',
    hash: HASH(),
    alias: 'Bidder 1',
    price_cents: 400,
    quantity: 5,
  };
  await put(db, 'bid_history', { auction_id: auctionId, seq: 100, bid_id, item_id, bidder_id, ...line });
  const won = { ranking: 1, quantity: 5, price_cents: 400, amount: '20.00', seller_fee: '0.20', buyer_fee: '0.30' };
  const awardId = randomUUID();
  await put(db, 'award', { id: awardId, auction_id: auctionId, item_id, bidder_id, bid_id, ...won });
  await insertSettlement(db, {
    awardId,
    userId,
    parties: { buyer_account_id: accountId, seller_account_id: seller.accountId },
  });
  const sellOrderId = randomUUID();
  const fees = { seller_fee_hundredths: 0, buyer_fee_hundredths: 0, unit_price_cents: 100 };
  const bounds = { minimum_purchase_quantity: 1, max_buy_order_rec_quantity: 10, beneficiary_default: 'none' };
  const order = { title: 'Hydro', description: '', seller_account_id: seller.accountId, created_by: userId };
  const gone = { id: randomUUID(), kind: 'auction' as const, title: 'Deleted', content: '{}', image_ids: [] };
  await put(db, 'deleted_object', { ...gone, deleted_by: userId });
  await put(db, 'sell_order', { id: sellOrderId, ...order, ...fees, ...bounds });
  const decided = { status: 'Rejected', decided_at: new Date(), decided_by: userId, remark: 'no', quantity: 5 };
  const bought = { id: randomUUID(), sell_order_id: sellOrderId, account_id: accountId, user_id: userId };
  await put(db, 'buy_order', { ...bought, ...decided, ...fees });
  const whom = {
    name: 'A building',
    address: '',
    name_on_certificates: 'A building',
    building_owner_name: 'Its owner',
  };
  const retired = { number: HASH().slice(0, 20), account_type: 'Building', company_name: 'Rimba', retired_by: userId };
  const retirementId = randomUUID();
  await put(db, 'retirement', { id: retirementId, account_id: accountId, ...retired, ...whom });
  const by = { seller_account_id: seller.accountId, company_name: 'Seller', recorded_by: userId };
  const record = { registry: 'I-REC(E)', reference: 'RX-1', verification_key: '', address: '' };
  const recorded = { id: randomUUID(), retirement_id: retirementId, retired_on: '2026-01-31' };
  await put(db, 'registry_retirement', { ...recorded, ...by, ...record });
  await put(db, 'beneficiary', {
    id: randomUUID(),
    account_id: accountId,
    account_type: 'Building',
    created_by: userId,
    ...whom,
  });
  await sql`
    insert into ledger_entry (kind, from_id, to_id, quantity, made_by)
    select kind, from_id, to_id, 1, ${userId} from ledger_entry order by id desc limit 1`.execute(db);
  const asked = { status: 'Approved', requested_by: userId, sent_at: new Date(), decided_at: new Date() };
  await put(db, 'change_request', { id: randomUUID(), auction_id: auctionId, ...asked });
}

type About = { readonly traces: Traces; readonly auction: TestAuction };

async function insertNotices(db: Db, { userId }: TestPerson, { traces, auction: { auctionId } }: About): Promise<void> {
  await put(db, 'notice', { id: randomUUID(), user_id: userId, kind: 'result', auction_id: auctionId });
  await put(db, 'notice_choice', { user_id: userId, kind: 'result', channels: ['page'] });
  await put(db, 'calendar_link', { user_id: userId, token_hash: HASH() });
  await put(db, 'watch', { user_id: userId, auction_id: auctionId });
  await put(db, 'user_tour', { user_id: userId, tour: 'liveAuctions', outcome: 'finished' });
  for (const [channel, recipient] of [
    ['email', traces.email],
    ['sms', traces.phone],
  ])
    await put(db, 'outbox', { id: randomUUID(), channel, recipient, subject: 'Subject', body: 'Body' });
}

async function insertActs(
  db: Db,
  { userId, username, accountId }: TestPerson,
  { traces, auction }: About,
): Promise<void> {
  const [templateId, version] = [randomUUID(), 1];
  await put(db, 'template', { id: templateId, template_type: 'Privacy', version, created_by: userId });
  const said = { document_name: 'Privacy', audience: 'Everyone', is_in_use: false, contents: '{"en": {}}' };
  const versioned = { template_id: templateId, version, ...said, contents_since: 1 };
  await put(db, 'template_version', { ...versioned, updated_by: userId });
  await put(db, 'template_acceptance', { user_id: userId, template_id: templateId, version });
  await put(db, 'template_file', {
    id: randomUUID(),
    file_name: 'a.pdf',
    file_type: 'pdf',
    size: 1,
    uploaded_by: userId,
  });
  const texts = { id: `text of ${userId}`, version: 1, texts: '{}', saved_by: userId };
  await put(db, 'message_text', texts);
  await put(db, 'message_text_version', texts);
  await put(db, 'image', { id: randomUUID(), type: 'TemplateDetail', uploaded_by: userId });
  await insertCertificates(db, { userId, accountId });
  const sent = { sent_by: userId, sent_at: new Date(), recipient_count: 1 };
  await put(db, 'auction_notification', { id: randomUUID(), auction_id: auction.auctionId, ...sent });
  const companies = await sql<{ id: string }>`select id from account order by id limit 2`.execute(db);
  const [account_id, other_account_id] = companies.rows.map(({ id }) => id);
  const decided = { facts: ['phone'], reason: 'Reason', decided_by: userId };
  await put(db, 'relation_decision', { auction_id: auction.auctionId, account_id, other_account_id, ...decided });
  const { rows } = await sql<{ id: string }>`
    insert into audit_line (user_id, username, address, session, action, subject, detail)
    values (${userId}, ${username}, ${traces.address}, '0', 'POST /x', '{}', '{}') returning id::text`.execute(db);
  const row_key = JSON.stringify({ account_id: accountId, user_id: userId });
  await put(db, 'audit_change', {
    line_id: rows[0]?.id,
    table_name: 'account_member',
    row_key,
    kind: 'insert',
    after: '{}',
  });
}
