import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askAuthorityAgain,
  cancelFeeInvoice,
  cancelSaleInvoice,
  creditSaleInvoice,
  getInvoiceFileAsUser,
  issueFeeInvoice,
  issueSaleInvoice,
  listInvoicesAsAdmin,
  listInvoicesAsUser,
  type InvoiceView,
} from '#contract/invoice/invoice.ts';
import { listNotices } from '#contract/notice.ts';
import { askAuthority } from '#server/invoice/authority-timer.ts';
import { createMyInvoisAuthority } from '#server/invoice/myinvois-authority.ts';
import { openAuthority } from '#server/invoice/open-authority.ts';
import { completeBilling, completeCompanies } from '#testing/builders/invoice-builders.ts';
import { aSettlement } from '#testing/builders/settlement-builders.ts';
import { myInvoisApi, type Mood } from '#testing/stand-ins/myinvois-api.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let service: Awaited<ReturnType<typeof myInvoisApi>>;
let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  service = await myInvoisApi();
  const { url, clientId, clientSecret } = service;
  w = await world({
    VARIANT: 'TNBX',
    MYINVOIS_URL: url,
    MYINVOIS_CLIENT_ID: clientId,
    MYINVOIS_CLIENT_SECRET: clientSecret,
  });
  admin = await w.signedIn({ role: 'Admin' });
  [seller, buyer] = await Promise.all([w.signedIn(), w.signedIn()]);
  await completeCompanies(w);
  await completeBilling(w, admin, [seller, buyer]);
});
afterAll(async () => {
  await w.end();
  await service.close();
});

/** Issues the invoice of a new settlement, after all documents of earlier tests were sent. */
async function issued(): Promise<InvoiceView> {
  const id = await aSettlement(w, { buyer, seller, quantity: 10 });
  service.answers(undefined);
  await run();
  return (await w.call(seller, issueSaleInvoice, { params: { id } })).data;
}

/** Runs the timer once, as if enough time had passed for every document. */
const run = () =>
  askAuthority(
    {
      db: w.database.db,
      authority: createMyInvoisAuthority({ ...service, timeoutMs: 2_000 }),
      publicUrl: 'https://greenlot.example',
      failed: (error) => {
        throw error;
      },
    },
    { sent: 0, pending: 0 },
  );

const listed = async (who: SignedIn, number: string): Promise<InvoiceView | undefined> =>
  (await w.call(who, who === admin ? listInvoicesAsAdmin : listInvoicesAsUser, { query: `?search=${number}` })).data
    .items[0];
const authorityOf = async ({ number }: InvoiceView, who = seller) => (await listed(who, number))?.authority;
const keptOf = ({ number }: InvoiceView) => service.documents.filter(({ internalId }) => internalId === number);
const submittedOf = ({ number }: InvoiceView): number => service.submitted.filter((one) => one === number).length;

/** Issues an invoice that the authority has accepted. */
async function accepted(): Promise<InvoiceView> {
  const invoice = await issued();
  for (let count = 0; count < 3; count++) await run();
  expect((await authorityOf(invoice))?.state).toBe('valid');
  return invoice;
}

test('a document goes to the authority once, and both sides see its state and its id there', async () => {
  const invoice = await issued();
  expect(invoice.authority).toMatchObject({ state: 'prepared', id: '', reason: null });
  await run();
  expect((await authorityOf(invoice))?.state).toBe('pending');
  await Promise.all([run(), run()]);
  await run();
  const [kept] = keptOf(invoice);
  expect(kept).toMatchObject({ total: Number(invoice.payable), taxNumber: 'C20880050010' });
  for (const who of [seller, buyer, admin])
    expect(await authorityOf(invoice, who)).toMatchObject({
      state: 'valid',
      id: kept?.uuid,
      validAt: expect.any(String),
    });
  expect(submittedOf(invoice)).toBe(1);
  const found = await w.call(admin, listInvoicesAsAdmin, { query: '?authority=valid' });
  expect(found.data.items.map(({ id }) => id)).toContain(invoice.id);
});

test('the platform sends its own documents with its own access', async () => {
  const id = await aSettlement(w, { buyer, seller, quantity: 10 });
  await sql`update award set buyer_fee = 2.50 where id in (select award_id from settlement where id = ${id})`.execute(
    w.database.db,
  );
  const { data, code } = await w.call(admin, issueFeeInvoice, { params: { id }, body: { to: 'buyer' } });
  expect(code).toBe('Success');
  await run();
  expect(keptOf(data)).toMatchObject([{ taxNumber: 'OWN' }]);
  for (let count = 0; count < 2; count++) await run();
  const params = { id: data.id };
  const body = { reason: 'wrong fee' };
  expect((await w.call(admin, cancelFeeInvoice, { params, body })).data.authority?.state).toBe('cancelling');
  await run();
  expect((await authorityOf(data, admin))?.state).toBe('cancelled');
});

test.each<[Mood, requests: number]>([
  ['late', 1],
  ['unreadable', 1],
  ['silent', 2],
  [500, 2],
  [422, 2],
  [429, 2],
])('if the authority answers %s, after %i requests it has the document once', async (mood, requests) => {
  const invoice = await issued();
  service.answers(mood);
  await run();
  service.answers(undefined);
  for (let count = 0; count < 3; count++) await run();
  expect((await authorityOf(invoice))?.state).toBe('valid');
  expect(submittedOf(invoice)).toBe(requests);
  expect(keptOf(invoice)).toHaveLength(1);
});

test('if the authority has the number twice, a person decides, and may ask again', async () => {
  const invoice = await issued();
  service.answers('twice');
  await run();
  await run();
  expect(await authorityOf(invoice)).toMatchObject({ state: 'unclear', reason: 'differs' });
  const params = { id: invoice.id };
  expect((await w.call(admin, askAuthorityAgain, { params })).data.authority?.state).toBe('sent');
  await run();
  expect((await authorityOf(invoice))?.state).toBe('unclear');
  expect(submittedOf(invoice)).toBe(1);
  const other = await issued();
  expect((await w.call(admin, askAuthorityAgain, { params: { id: other.id } })).code).toBe('authority_not_unclear');
});

test.each<[Mood, string]>([
  ['refuses', 'CF321'],
  ['invalid', 'Invalid'],
  [400, 'OutOfOrder'],
])('a document that the authority refuses (%s) has no effect, and its issuer is told', async (mood, detail) => {
  const invoice = await issued();
  service.answers(mood);
  for (let count = 0; count < 3; count++) await run();
  service.answers(undefined);
  expect(await authorityOf(invoice)).toMatchObject({ state: 'rejected', reason: 'refused' });
  expect((await authorityOf(invoice))?.detail).toContain(detail);
  // The authority's words are for the issuer.
  expect((await authorityOf(invoice, buyer))?.detail).toBe('');
  const notice = (await w.call(seller, listNotices)).data.items.find(
    ({ settlement }) => settlement?.id === invoice.settlementId,
  );
  expect(notice).toMatchObject({ kind: 'settlementInvoice', settlement: { event: 'invoiceRefused' } });
  const body = { net: '1.00', reason: 'x' };
  expect((await w.call(seller, creditSaleInvoice, { params: { id: invoice.id }, body })).code).toBe('invoice_void');
  const params = { id: invoice.settlementId };
  expect((await w.call(seller, issueSaleInvoice, { params })).code).toBe('Success');
  expect((await w.call(seller, issueSaleInvoice, { params })).code).toBe('invoice_exists');
});

test('an authority that never answers is asked some times, then a person decides', async () => {
  const invoice = await issued();
  service.answers(503);
  for (let attempt = 0; attempt < 11; attempt++) await run();
  service.answers(undefined);
  expect(await authorityOf(invoice)).toMatchObject({ state: 'unclear', reason: 'noAnswer' });
});

test('a credit note waits until its invoice is accepted, and names it by its id there', async () => {
  const invoice = await issued();
  const body = { net: '10.00', reason: 'agreed' };
  const { data: note } = await w.call(seller, creditSaleInvoice, { params: { id: invoice.id }, body });
  await run();
  expect((await authorityOf(note))?.state).toBe('prepared');
  for (let count = 0; count < 3; count++) await run();
  const [kept] = keptOf(invoice);
  expect(keptOf(note)).toMatchObject([{ typeCode: '02', correctedId: kept?.uuid, total: 10 }]);
  const file = await w.call(buyer, getInvoiceFileAsUser, { params: { id: note.id }, query: '?format=structured' });
  expect(file.text).toContain(kept?.uuid);
});

test('a credit note for an invoice that the authority refuses has no effect', async () => {
  const invoice = await issued();
  const body = { net: '10.00', reason: 'agreed' };
  const { data: note } = await w.call(seller, creditSaleInvoice, { params: { id: invoice.id }, body });
  service.answers('refuses');
  await run();
  await run();
  expect(await authorityOf(note)).toMatchObject({ state: 'rejected', reason: 'correctedRefused' });
  expect(submittedOf(note)).toBe(0);
  expect((await listed(seller, invoice.number))?.credited).toBe('0.00');
});

test('the issuer cancels an accepted document, and can issue another one', async () => {
  const invoice = await accepted();
  const params = { id: invoice.id };
  const body = { reason: ' wrong buyer ' };
  expect((await w.call(seller, cancelSaleInvoice, { params, body: { reason: ' ' } })).fields).toMatchObject({
    reason: { code: 'field_required' },
  });
  expect((await w.call(seller, cancelSaleInvoice, { params, body: { reason: 'x'.repeat(301) } })).fields).toMatchObject(
    {
      reason: { code: 'less_than_maximum_character' },
    },
  );
  expect((await w.call(buyer, cancelSaleInvoice, { params, body })).code).toBe('settlement_step_not_yours');
  expect((await w.call(seller, cancelSaleInvoice, { params, body })).data.authority?.state).toBe('cancelling');
  expect((await w.call(seller, cancelSaleInvoice, { params, body })).code).toBe('invoice_not_valid');
  await run();
  await run();
  expect((await authorityOf(invoice))?.state).toBe('cancelled');
  expect(service.cancelled.filter((uuid) => uuid === keptOf(invoice)[0]?.uuid)).toHaveLength(1);
  // Notices of the auction may come at the same time.
  const told = (await w.call(buyer, listNotices)).data.items.map(({ settlement }) => settlement);
  const about = { id: invoice.settlementId, event: 'invoiceCancelled' };
  expect(told).toContainEqual(expect.objectContaining(about));
  expect((await w.call(seller, issueSaleInvoice, { params: { id: invoice.settlementId } })).code).toBe('Success');
});

test('a cancellation is refused after 72 hours, with credit notes, or by the authority', async () => {
  const body = { reason: 'wrong buyer' };
  const late = await accepted();
  await sql`update invoice_submission set valid_at = valid_at - interval '73 hours' where invoice_id = ${late.id}`.execute(
    w.database.db,
  );
  expect((await w.call(seller, cancelSaleInvoice, { params: { id: late.id }, body })).code).toBe(
    'cancellation_too_late',
  );
  const credited = await accepted();
  const params = { id: credited.id };
  await w.call(seller, creditSaleInvoice, { params, body: { net: '1.00', reason: 'x' } });
  expect((await w.call(seller, cancelSaleInvoice, { params, body })).code).toBe('invoice_credited');
  const refused = await accepted();
  service.refusesCancelling(400);
  await w.call(seller, cancelSaleInvoice, { params: { id: refused.id }, body });
  await run();
  service.refusesCancelling(undefined);
  expect(await authorityOf(refused)).toMatchObject({ state: 'valid', reason: 'notCancelled' });
});

test('a cancellation without an answer is repeated only while the document is valid', async () => {
  const invoice = await accepted();
  service.refusesCancelling(503);
  await w.call(seller, cancelSaleInvoice, { params: { id: invoice.id }, body: { reason: 'wrong buyer' } });
  await run();
  expect((await authorityOf(invoice))?.state).toBe('cancelling');
  service.refusesCancelling(undefined);
  await run();
  await run();
  expect((await authorityOf(invoice))?.state).toBe('cancelled');
});

test('wrong credentials send nothing, and without an address there is no authority', async () => {
  const document = {
    number: 'INV-1',
    type: 'invoice',
    issuedAt: '2026-11-27T00:00:00.000Z',
    payable: '1.00',
    issuerTaxNumber: 'C1',
    authorityId: '',
  } as const;
  const authority = createMyInvoisAuthority({ ...service, clientSecret: 'wrong', timeoutMs: 500 });
  const before = service.submitted.length;
  expect(await authority.submit(document, '{}')).toMatchObject({ found: 'absent' });
  expect(service.submitted).toHaveLength(before);
  expect(openAuthority({})).toBeUndefined();
  const { url, clientId, clientSecret } = service;
  expect(
    openAuthority({ MYINVOIS_URL: url, MYINVOIS_CLIENT_ID: clientId, MYINVOIS_CLIENT_SECRET: clientSecret }),
  ).toBeDefined();
});
