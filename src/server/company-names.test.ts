import { expect, test } from 'vitest';
import { getAuctionAsUser } from '#contract/auction.ts';
import { exportWonBidsAsAdmin, getResultAsAdmin } from '#contract/award.ts';
import { exportBidders, listBidderCandidates, listBidders } from '#contract/bidder.ts';
import { placeInitialBids } from '#contract/bidding.ts';
import { listHoldingsAsAdmin } from '#contract/holding.ts';
import { getProfile } from '#contract/identity.ts';
import { offerAt } from '#testing/offers.ts';
import { insertAuction, moveAuctionAndTell } from '#testing/records.ts';
import { world, type SignedIn } from '#testing/world.ts';

const OWN = '深圳市华辰电子有限公司';
const ENGLISH = 'Huachen Electronics';

test('names companies in English to readers of English, in lists, results, holdings and files', async () => {
  const w = await world();
  const [admin, owner, bidder] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  const name = (who: SignedIn) =>
    w.database.db
      .updateTable('account')
      .set({ company_name: OWN, english_company_name: ENGLISH })
      .where('id', '=', who.accountId)
      .execute();
  await name(bidder);
  const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, bidders: [{ person: bidder }] };
  const auction = await insertAuction(w.database.db, { ...wish, startsIn: 600, endsIn: 900 });
  const params = { id: auction.auctionId };
  const empty = await insertAuction(w.database.db, { ...wish, bidders: [], startsIn: 600, endsIn: 900 });
  expect((await w.call(bidder, placeInitialBids, { params, body: { bids: [offerAt(auction, 7)] } })).code).toBe(
    'Success',
  );
  const own = { companyName: OWN, englishCompanyName: ENGLISH };
  expect((await w.call(bidder, getProfile)).data.accounts).toMatchObject([own]);
  expect((await w.call(bidder, getAuctionAsUser, { params })).data.own).toMatchObject(own);
  const beforehand = async (language: string) => {
    const headers = { 'accept-language': language };
    const listed = await w.call(admin, listBidders, { params, headers });
    const found = await w.call(admin, listBidderCandidates, {
      params: { id: empty.auctionId },
      query: `?search=${encodeURIComponent('Huachen')}`,
      headers,
    });
    const { text } = await w.call(admin, exportBidders, { params, query: '?format=csv', headers });
    return [
      listed.data.items[0]?.businessAccount,
      found.data.items[0]?.businessAccount,
      /Huachen|华辰/.exec(text)?.[0],
    ];
  };
  expect(await beforehand('en')).toEqual([ENGLISH, ENGLISH, 'Huachen']);
  expect(await beforehand('zh')).toEqual([OWN, OWN, '华辰']);
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: -60, endsIn: -30 });
  await expect.poll(async () => (await w.call(admin, getResultAsAdmin, { params })).code).toBe('Success');
  const afterwards = async (language: string) => {
    const headers = { 'accept-language': language };
    const result = await w.call(admin, getResultAsAdmin, { params, headers });
    const { text } = await w.call(admin, exportWonBidsAsAdmin, { params, query: '?format=csv', headers });
    const holdings = await w.call(admin, listHoldingsAsAdmin, { query: '?search=Huachen', headers });
    return [
      result.data.items[0]?.rows[0]?.companyName,
      text.includes(`,${language === 'en' ? ENGLISH : OWN},`),
      text.includes(' · '),
      holdings.data.items[0]?.companyName,
    ];
  };
  expect(await afterwards('en')).toEqual([ENGLISH, true, false, ENGLISH]);
  expect(await afterwards('zh')).toEqual([OWN, true, false, OWN]);
  await w.end();
});
