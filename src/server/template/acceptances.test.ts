import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getAuctionAsUser, registerForAuction } from '#contract/auction/auction.ts';
import { placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { createTemplate, getTemplate, listTemplateVersions, updateTemplate } from '#contract/template.ts';
import { acceptTemplates, getAcceptedTemplate, listAcceptances } from '#contract/template-acceptance.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { aTemplate, inEnglish } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let anna: SignedIn;
let owner: SignedIn;
/** The terms in force, new for each test. */
let terms: { readonly id: string; readonly version: number };

beforeAll(async () => {
  w = await world();
  [admin, owner] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
});
afterAll(() => w.end());
beforeEach(async () => {
  anna = await w.signedIn();
  terms = (await w.call(admin, createTemplate, { body: aTerms('<p>First</p>') })).data;
});

const aTerms = (html: string) =>
  aTemplate({ templateType: 'TermsAndConditions', documentName: 'Terms', contents: inEnglish(html) });
const saveTerms = async (version: number, { html = '<p>First</p>', documentName = 'Terms', isInUse = true }) => {
  const { templateType: _fixed, ...body } = { ...aTerms(html), documentName, isInUse };
  return (await w.call(admin, updateTemplate, { params: { id: terms.id }, body: { ...body, version } })).data;
};
const accept = (version = 1, templateId = terms.id) =>
  w.call(anna, acceptTemplates, { body: { templates: [{ templateId, version }] } });
const asked = async () =>
  (await w.call(anna, listAcceptances)).data.toAccept.map(({ templateId, version }) => [templateId, version]);

test('the terms in force are requested until they are accepted, and again after they change', async () => {
  expect(await asked()).toEqual([[terms.id, 1]]);
  expect((await accept()).data).toMatchObject({ toAccept: [], accepted: [{ templateId: terms.id, version: 1 }] });
  await saveTerms(1, { documentName: 'Terms of use' });
  expect(await asked()).toEqual([]);
  await saveTerms(2, { html: '<p>Second</p>' });
  expect(await asked()).toEqual([[terms.id, 3]]);
  expect((await accept(2)).code).toBe('template_not_in_force');
  expect((await accept(4)).code).toBe('template_not_in_force');
  expect((await accept(3)).data.toAccept).toEqual([]);
  await saveTerms(3, { html: '<p>Second</p>', isInUse: false });
  expect(await asked()).not.toContainEqual([terms.id, 4]);
});

test('an acceptance stays unchanged for its user, also when the terms are no longer in use', async () => {
  await accept();
  await saveTerms(1, { html: '<p>Second</p>', isInUse: false });
  const read = (who: SignedIn, version: string) =>
    w.call(who, getAcceptedTemplate, { params: { id: terms.id, version } });
  expect((await read(anna, '1')).data).toMatchObject({
    documentName: 'Terms',
    contents: { en: { kind: 'text', html: '<p>First</p>' }, zh: null },
  });
  expect([(await read(anna, '2')).code, (await read(owner, '1')).code]).toEqual(['not_found', 'not_found']);
});

test('accepting again changes nothing, also in parallel, and acceptances are counted', async () => {
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.map(({ code }) => code)).toEqual(['Success', 'Success', 'Success']);
  const { data } = await w.call(admin, listTemplateVersions, { params: { id: terms.id } });
  expect(data.items[0]?.acceptedCount).toBe(1);
  const again = await accept();
  expect(again.data.accepted).toEqual(answers[0]?.data.accepted);
});

test('an administrator sees how many accepted the current terms', async () => {
  const counted = async () => (await w.call(admin, getTemplate, { params: { id: terms.id } })).data.acceptedCount;
  expect(await counted()).toBe(0);
  await accept();
  await saveTerms(1, { documentName: 'Terms of use' });
  await accept(2);
  expect(await counted()).toBe(1);
  await saveTerms(2, { html: '<p>Second</p>' });
  expect(await counted()).toBe(0);
});

test('a guide, and an inactive policy, can’t be accepted', async () => {
  const { data: guide } = await w.call(admin, createTemplate, { body: aTemplate() });
  expect((await accept(1, guide.id)).code).toBe('template_not_in_force');
  const { data: later } = await w.call(admin, createTemplate, { body: aTerms('<p>Other</p>') });
  expect((await accept()).code).toBe('template_not_in_force');
  expect(await asked()).toEqual([[later.id, 1]]);
});

test('registering for a public auction needs the terms in force, and the auction’s own', async () => {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    isPrivate: false,
  });
  const register = () =>
    w.call(anna, registerForAuction, {
      params: { id: auctionId },
      body: { accountId: anna.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    });
  expect((await register()).code).toBe('template_not_accepted');
  await accept();
  expect((await register()).code).toBe('Success');
});

test('a first bid needs the terms in force, and new terms do not stop a bidder with a bid', async () => {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    bidders: [{ person: anna }],
  });
  const params = { id: auctionId };
  const { data: auction } = await w.call(anna, getAuctionAsUser, { params });
  const bid = {
    auctionItemId: auction.items[0]?.auctionItemId ?? '',
    price: auction.items[0]?.maximumBidPrice ?? 0,
    quantity: auction.items[0]?.recQuantity ?? 0,
    bidderPartialFulfillment: false,
  };
  const place = () => w.call(anna, placeInitialBids, { params, body: { bids: [bid] } });
  expect((await place()).code).toBe('template_not_accepted');
  await accept();
  const placed = await place();
  expect(placed.code).toBe('Success');
  await saveTerms(1, { html: '<p>Second</p>' });
  expect((await place()).code).toBe('Success');
  const stranger = await w.signedIn();
  expect((await w.call(stranger, placeInitialBids, { params, body: { bids: [bid] } })).code).toBe('not_found');
  for (const { bidId } of placed.data.bids) await w.call(anna, withdrawBid, { params: { id: auctionId, bidId } });
});
