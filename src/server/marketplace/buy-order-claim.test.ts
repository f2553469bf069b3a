import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveBuyOrder, getOwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { listRetirementsAsUser } from '#contract/holding/retirement.ts';
import { UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller, buyer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
});
afterAll(() => w.end());

const CLAIM = { periodFrom: '2025-01-01', periodTo: '2025-12-31', purpose: 'other', purposeText: 'A festival' };
const WISH = { quantity: 5, beneficiary: { choice: 'own', location: 'Ipoh' } as const, reviewed: null };

test('a buy order keeps its claim, and the retirement on approval states it', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const body = { ...WISH, accountId: buyer.accountId, claim: CLAIM };
  const { data } = await w.call(buyer, placeBuyOrder, { params: { id }, body });
  expect(data.claim).toEqual(CLAIM);
  await w.call(admin, approveBuyOrder, { params: { id: data.id }, body: { remarkContent: 'paid' } });
  const { items } = (await w.call(buyer, listRetirementsAsUser)).data;
  expect(items).toMatchObject([{ claim: CLAIM, beneficiary: { country: 'MY', location: 'Ipoh' } }]);
});

test('without a claim it is unknown; a wrong claim is refused beside its field', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const body = { ...WISH, accountId: buyer.accountId };
  const { data } = await w.call(buyer, placeBuyOrder, { params: { id }, body });
  const read = await w.call(buyer, getOwnBuyOrder, { params: { id: data.id } });
  expect(read.data.claim).toEqual(UNKNOWN_CLAIM);
  const wrong = { ...body, claim: { ...CLAIM, periodTo: null } };
  const refused = await w.call(buyer, placeBuyOrder, { params: { id }, body: wrong });
  expect(refused.fields).toMatchObject({ periodTo: { code: 'field_required' } });
});

test('an order from before claims is shown and retired with an unknown place and claim', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const body = { ...WISH, accountId: buyer.accountId, claim: CLAIM };
  const { data } = await w.call(buyer, placeBuyOrder, { params: { id }, body });
  const { beneficiary } = data;
  if (!beneficiary) throw new Error('the order has no beneficiary');
  const { country: _country, location: _location, ...old } = beneficiary;
  const stored = { beneficiary: JSON.stringify(old), claim: null };
  await w.database.db.updateTable('buy_order').set(stored).where('id', '=', data.id).execute();
  const read = await w.call(buyer, getOwnBuyOrder, { params: { id: data.id } });
  expect(read.data).toMatchObject({ beneficiary: { country: '', location: '' }, claim: UNKNOWN_CLAIM });
  const approved = await w.call(admin, approveBuyOrder, { params: { id: data.id }, body: { remarkContent: 'paid' } });
  expect(approved.code).toBe('Success');
  const { items } = (await w.call(buyer, listRetirementsAsUser)).data;
  expect(items[0]).toMatchObject({ claim: UNKNOWN_CLAIM, beneficiary: { country: '' } });
});
