import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHoldingCertificates, listToBack } from '#contract/certificate/backing.ts';
import { getClaimsReportAsUser } from '#contract/claim/claims-report.ts';
import { proposeRetirements } from '#contract/claim/retire-list.ts';
import { listHoldingsAsUser } from '#contract/holding/holding.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { nameCertificates, verifiedLot } from '#testing/builders/certificate-builders.ts';
import { aSettlement, checkDueDates, stepTaker } from '#testing/builders/settlement-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let take: ReturnType<typeof stepTaker>;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  take = stepTaker(w, admin);
});
afterAll(() => w.end());

/** Returns the open settlement of a new trade of 10 RECs, with its award. */
async function aTrade() {
  const [seller, buyer] = await Promise.all([w.signedIn(), w.signedIn()]);
  const id = await aSettlement(w, { buyer, seller, quantity: 10 });
  const { award_id: awardId } = await w.database.db
    .selectFrom('settlement')
    .select('award_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const toBack = async () => {
    const { data } = await w.call(seller, listToBack, { params: { id: seller.accountId } });
    return data.items.find(({ sourceId }) => sourceId === awardId);
  };
  const holding = async () => (await w.call(buyer, listHoldingsAsUser)).data.items[0]?.id ?? '';
  return { seller, buyer, id, awardId: awardId ?? '', toBack, holding };
}

/** Returns the emails about a settlement with this subject, by the beginning of the recipient's address. */
async function mailsAbout(id: string, subject: string): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where subject like ${`${subject}%`} and body like ${`%/settlements/${id}%`}`.execute(
    w.database.db,
  );
  return rows.map(({ body }) => body);
}

test('certificates of sold RECs are to be named some days after the payment, then by the due date of the delivery', async () => {
  const { seller, buyer, id, toBack, holding } = await aTrade();
  expect(await toBack()).toMatchObject({ backed: '0', due: { dueOn: null, daysAfterPayment: 5 } });
  await take(seller, id, { step: 'waivePayment' });
  const due = { dueOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) };
  expect(await toBack()).toMatchObject({ due });
  const seen = await w.call(buyer, listHoldingCertificates, { params: { id: await holding() } });
  expect(seen.data).toMatchObject([{ backed: '0', due }]);
});

test('the reminder of a delivery says how many RECs have no certificates, until all have', async () => {
  const { seller, id, awardId } = await aTrade();
  await take(seller, id, { step: 'waivePayment' });
  await verifiedLot(w, { seller, admin }, 4);
  await nameCertificates(w, { seller }, awardId, 4);
  await sql`update settlement set delivery_due_on = current_date + 1 where id = ${id}`.execute(w.database.db);
  await checkDueDates(w);
  const reminders = await mailsAbout(id, 'Delivery due soon');
  expect(reminders).toHaveLength(2);
  for (const body of reminders) expect(body).toContain('6 RECs have no certificates yet');
  await verifiedLot(w, { seller, admin }, 6);
  await nameCertificates(w, { seller }, awardId, 6);
  await sql`update settlement set delivery_due_on = current_date - 1 where id = ${id}`.execute(w.database.db);
  await checkDueDates(w);
  const late = await mailsAbout(id, 'Delivery is late');
  expect(late).toHaveLength(2);
  for (const body of late) expect(body).not.toContain('no certificates yet');
});

test('the claims report has delivery, invoice and age, and the proposal the oldest plant', async () => {
  const { seller, buyer, id, awardId, toBack, holding } = await aTrade();
  const params = { id: buyer.accountId };
  const use = { site: 'Perai', country: 'MY', location: 'Perai', month: '2020-06', megawattHours: '1' };
  const proposedSince = async () =>
    (await w.call(buyer, proposeRetirements, { params, body: { consumption: [use] } })).data.holdings.map(
      ({ commissionedOn }) => commissionedOn,
    );
  await verifiedLot(w, { seller, admin }, 10);
  await nameCertificates(w, { seller }, awardId, 9);
  expect(await proposedSince()).toEqual([null]);
  await nameCertificates(w, { seller }, awardId, 1);
  expect(await proposedSince()).toEqual(['2011-08-06']);
  await take(seller, id, { step: 'waivePayment' });
  await take(seller, id, { step: 'instructDelivery', quantity: 10 });
  await take(seller, id, { step: 'submitDelivery' });
  await take(buyer, id, { step: 'acceptDelivery', quantity: 10 });
  expect((await toBack())?.due ?? null).toBeNull();
  await w.database.db
    .insertInto('invoice')
    .values([anInvoice(id, { seller, buyer }, 'INV-2026-000001'), anInvoice(id, { seller, buyer }, 'INV-2026-000002')])
    .execute();
  const beneficiary = { choice: 'own' } as const;
  const claim = { periodFrom: '2020-01-01', periodTo: '2020-12-31', purpose: 'scope2', purposeText: '' };
  await w.call(buyer, retireHolding, { params: { id: await holding() }, body: { quantity: 10, beneficiary, claim } });
  const { data } = await w.call(buyer, getClaimsReportAsUser, { params, query: '?year=2020' });
  for (const line of data.lines)
    expect(line).toMatchObject({
      age: 9,
      trade: { invoices: 'INV-2026-000001, INV-2026-000002', deliveredOn: new Date().toISOString().slice(0, 10) },
    });
  expect(data.lines.length).toBeGreaterThan(0);
});

const anInvoice = (settlementId: string, sides: { seller: SignedIn; buyer: SignedIn }, number: string) => ({
  id: randomUUID(),
  settlement_id: settlementId,
  issuer_account_id: sides.seller.accountId,
  receiver_account_id: sides.buyer.accountId,
  type: 'invoice' as const,
  kind: 'sale' as const,
  number,
  corrects_id: null,
  issued_at: new Date(),
  issued_by: sides.seller.userId,
  net: '50.00',
  tax: '0.00',
  payable: '50.00',
  content: JSON.stringify({}),
});
