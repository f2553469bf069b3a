import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveApproval } from '#contract/approval.ts';
import { listAuditLines } from '#contract/audit.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { releaseRecs } from '#contract/award/release.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getSettlementAsAdmin } from '#contract/settlement/settlement.ts';
import { requireApprovals } from '#testing/builders/approval-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { aSettlement, takeStepOf } from '#testing/builders/settlement-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let asker: SignedIn;
let approvers: readonly SignedIn[];
let seller: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  w = await world();
  const inBothAreas = () => w.signedIn({ role: 'Admin', adminRoles: ['auctioneer', 'finance'] });
  asker = await inBothAreas();
  approvers = [await inBothAreas(), await inBothAreas()];
  [seller, buyer] = [await w.signedIn(), await w.signedIn()];
  await requireApprovals(w.database.db, ['release']);
});
afterAll(() => w.end());

const at = (id: string) => ({ params: { id } });

/** Approves a request as everybody at the same moment: first as its requester, which is refused. */
async function approveTwice({ params }: { readonly params?: Readonly<Record<string, unknown>> }): Promise<void> {
  const id = String(params?.['id']);
  expect((await w.call(asker, approveApproval, at(id))).code).toBe('approval_own');
  const answers = await Promise.all(approvers.map((who) => w.call(who, approveApproval, at(id))));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['Success', 'approval_decided']);
}

/** Returns who made an act about something, by whom it was approved, and its outcome; the newest first. */
async function linesAbout(id: string, wanted: string) {
  const { data } = await w.call(asker, listAuditLines, { query: `?search=${id}` });
  return data.items
    .filter(({ act }) => act === wanted)
    .map(({ username, approvedBy, outcome }) => [
      username,
      approvers.some((one) => one.username === approvedBy),
      outcome,
    ]);
}

/** The audit trail after an approved act: the request, and one act with both names. */
const ONCE = () => [
  [asker.username, true, 'done'],
  [asker.username, false, 'requested'],
];

test('RECs of a won bid return to the seller once, after another administrator approved it', async () => {
  const { db } = w.database;
  const { auctionId, itemIds } = await insertAuction(db, {
    ownerAccountId: seller.accountId,
    createdBy: asker.userId,
    bidders: [{ person: buyer }],
  });
  const [itemId = ''] = itemIds;
  const bid = { auctionItemId: itemId, price: 5, quantity: 600, bidderPartialFulfillment: true };
  const { data } = await w.call(buyer, placeBid, { ...at(auctionId), body: bid });
  const bidId = data.bids[0]?.bidId ?? '';
  await moveAuction(db, auctionId, -3_600, -10);
  const releasedOf = async () =>
    (await w.call(asker, getResultAsAdmin, at(auctionId))).data.items[0]?.rows[0]?.holding?.released;
  expect(await releasedOf()).toBe(0);

  const body = { bids: [{ bidId, quantity: 200 }], remark: 'agreed by both' };
  const asked = await w.call(asker, releaseRecs, { ...at(itemId), body, key: randomUUID() });
  expect([asked.status, asked.code]).toEqual([409, 'approval_needed']);
  expect(await releasedOf()).toBe(0);
  await approveTwice(asked);
  expect(await releasedOf()).toBe(200);
  expect(await linesAbout(itemId, 'releaseRecs')).toEqual(ONCE());
});

test('a settlement is cancelled once, after another administrator approved it; other steps need nobody', async () => {
  const id = await aSettlement(w, { buyer, seller, quantity: 40 });
  const step = (wanted: Parameters<typeof takeStepOf>[4]) => takeStepOf(w, { admin: asker }, asker, id, wanted);
  const shown = async () => (await w.call(asker, getSettlementAsAdmin, at(id))).data;
  expect((await step({ step: 'confirmPayment', amount: '400.00' })).code).toBe('Success');
  const asked = await step({ step: 'cancel', remark: 'both sides agreed' });
  expect(asked.code).toBe('approval_needed');
  expect((await shown()).whole).toBe('open');
  await approveTwice(asked);
  const { whole, timeline } = await shown();
  expect(whole).toBe('cancelled');
  expect(timeline.filter((one) => one.step === 'cancel')).toHaveLength(1);
  expect(await linesAbout(id, 'takeSettlementStep')).toEqual([...ONCE(), [asker.username, false, 'done']]);
});
