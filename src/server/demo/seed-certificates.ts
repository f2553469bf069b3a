import { sql } from 'kysely';
import { assignRanges } from '#contract/certificate/backing.ts';
import { decideDevice, registerDevice } from '#contract/certificate/device.ts';
import { decideLot, registerLot } from '#contract/certificate/lot.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { actIn, currencyOf } from '#server/demo/act-in.ts';
import { BUYERS, SELLERS } from '#server/demo/cast.ts';
import { findPeople, makeAuction, type DemoStage } from '#server/demo/make-auction.ts';
import { closeInThePast, playPast } from '#server/demo/play-past.ts';
import { seedRetirement } from '#server/demo/seed-retirement.ts';
import { playSettlement } from '#server/demo/seed-settlements.ts';
import type { Db } from '#server/platform/database/database.ts';

const UNKNOWN = { province: null, repoweredOn: null, supported: null, labels: null, evidenceIds: [] };
/** A device of the plant that the deal below sells. */
const PERAK_CASCADE = {
  ...UNKNOWN,
  registry: 'irec',
  registryId: 'PERAKHYD001',
  name: 'Upper Perak Cascade 1',
  country: 'MY',
  fuelType: 'Hydro',
  fuelCode: 'ES300',
  technologyCode: 'TC310',
  capacity: '126',
  commissionedOn: '2014-05-19',
  address: 'Hulu Perak, near Gerik, Perak',
};
const TEMENGOR = {
  ...UNKNOWN,
  registry: 'irec',
  registryId: 'TEMENGPV001',
  name: 'Temengor Floating Solar',
  country: 'MY',
  fuelType: 'Solar',
  fuelCode: 'ES100',
  technologyCode: 'TC110',
  capacity: '30',
  commissionedOn: '2022-03-01',
  address: 'Temengor Lake, Gerik, Perak',
};
/** A device of another seller, which waits for an administrator. */
const GURUN = {
  ...UNKNOWN,
  registry: 'irec',
  registryId: 'GURUNPV0050',
  name: 'Gurun Solar Farm',
  country: 'MY',
  fuelType: 'Solar',
  fuelCode: 'ES100',
  technologyCode: 'TC120',
  capacity: '50',
  commissionedOn: '2021-11-15',
  address: 'Gurun, Kedah',
};

const LOT = { expiresOn: null, issuer: 'GCC', offsetAttributes: 'excluded', labels: null, evidenceIds: [] };
/** 200,000 RECs with the serial numbers of the present style, which numbers millionths. */
const VERIFIED_LOT = {
  ...LOT,
  first: '0000-0004-2100-0001.000000',
  last: '0000-0004-2120-0000.999999',
  periodFrom: '2025-01-01',
  periodTo: '2025-06-30',
  issuedOn: '2025-08-14',
};
/** 85,000 RECs that wait for an administrator. */
const WAITING_LOT = {
  ...LOT,
  first: '0000-0004-3300-0001.000000',
  last: '0000-0004-3308-5000.999999',
  periodFrom: '2025-01-01',
  periodTo: '2025-12-31',
  issuedOn: '2026-02-10',
};
const VERIFIED = { decision: 'Verified', remark: '' } as const;

const DAY_MS = 24 * 60 * 60_000;
const ENDED_DAYS_AGO = 16;
/** A small auction of the seller of the demo. The newcomer is its only bidder, so the newcomer wins. */
const WON = {
  auctionType: 'Forward',
  deal: 0,
  bidders: 1,
  softClose: null,
  tranche: { label: 'first tranche', priceShare: 1, quantityShare: 0.1, firstBidder: 0 },
} as const;

/**
 * Seeds registered devices, a verified lot and one that waits. The newcomer wins an auction, its seller puts certificates
 * behind the award, and the newcomer retires a part of them with a claim.
 */
export async function seedCertificates(db: Db, stage: DemoStage, nowMs: number): Promise<void> {
  const act = actIn(db, stage);
  const people = await findPeople(db);
  const { admin } = people;
  const [seller, other] = [people.traderOf(SELLERS[0]), people.traderOf(SELLERS[1])];
  const own = { id: seller.accountId };
  const hydro = await act(registerDevice, seller.caller, { params: own, body: PERAK_CASCADE });
  const solar = await act(registerDevice, seller.caller, { params: own, body: TEMENGOR });
  await act(registerDevice, other.caller, { params: { id: other.accountId }, body: GURUN });
  for (const { id } of [hydro, solar]) await act(decideDevice, admin, { params: { id }, body: VERIFIED });
  const lot = await act(registerLot, seller.caller, { params: { id: hydro.id }, body: VERIFIED_LOT });
  await act(registerLot, seller.caller, { params: { id: solar.id }, body: WAITING_LOT });
  await act(decideLot, admin, { params: { id: lot.id }, body: VERIFIED });
  const award = await winAuction(db, stage, nowMs);
  const { rows } = await sql<{ id: string }>`
    select id from certificate_range where lot_id = ${lot.id} and closed_at is null`.execute(db);
  const body = { ranges: rows.map(({ id: rangeId }) => ({ rangeId, quantity: String(award.quantity) })) };
  await act(assignRanges, seller.caller, { params: { ...own, sourceId: award.id }, body });
  await seedRetirement(db, award.id);
}

/** Returns the newcomer's award of the first item. Each award of the auction is settled. */
async function winAuction(db: Db, stage: DemoStage, nowMs: number) {
  const endsAtMs = nowMs - ENDED_DAYS_AGO * DAY_MS;
  const times = { startsAt: new Date(endsAtMs - DAY_MS / 24), endsAt: new Date(endsAtMs) };
  const auctionId = await makeAuction(db, { ...WON, ...times }, stage);
  await playPast(db, auctionId, endsAtMs - 1_000, 0);
  await closeInThePast(db, auctionId, endsAtMs, (transaction) =>
    openForAuction(transaction, auctionId, currencyOf(stage)),
  );
  const people = await findPeople(db);
  const users = {
    admin: people.admin.userId,
    buyer: people.traderOf(BUYERS[0]).caller.userId,
    seller: people.traderOf(SELLERS[0]).caller.userId,
  };
  const { rows } = await sql<{ id: string; quantity: number; settlementId: string }>`
    select award.id, award.quantity, settlement.id as "settlementId"
    from award join settlement on settlement.award_id = award.id join auction_item item on item.id = award.item_id
    where award.auction_id = ${auctionId} order by item.position`.execute(db);
  for (const { settlementId } of rows)
    await playSettlement(db, settlementId, { story: 'settled', daysAgo: ENDED_DAYS_AGO, users });
  const [award] = rows;
  if (!award) throw new Error('the newcomer won nothing');
  return award;
}
