import { sql } from 'kysely';
import { releaseRecs } from '#contract/award/release.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { supplyOf, type Movement, type Place } from '#domain/holding/ledger.ts';
import { judgeRelease, type ReleaseRefusal } from '#domain/holding/release.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { mailRelease, type Released, type HeldAward } from '#server/award/release-mails.ts';
import { book } from '#server/ledger/book.ts';
import { holdingStates } from '#server/ledger/holding-states.ts';
import { goodsOf } from '#server/ledger/place-of.ts';
import type { AuctionTables } from '#server/platform/tables/auction-tables.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Selectable } from 'kysely';

type ItemRow = Selectable<AuctionTables['auction_item']> & {
  readonly title: string;
  readonly auction_type: AuctionType;
  readonly owner_account_id: string;
};

type Parts = Pick<AuctionParts, 'allowsReverse'> & { readonly publicUrl: string };

/** Part or all of what is left of won bids goes back to the seller (rules 3.4), whatever is retired or resold meanwhile. */
export const releaseOperation = (parts: Parts): Operation =>
  operation(releaseRecs, async ({ db, params, body, caller }) => {
    const item = await findItem(db, parts, params.id);
    const awards = await lockAwards(
      db,
      item,
      body.bids.map(({ bidId }) => bidId),
    );
    const remark = body.remark.trim();
    const released = releasesOf(body, awards);
    const movements = released.map(({ award, quantity }) => movementOf(item, award, quantity));
    await book(db, movements, { userId: caller.userId, remark });
    await mailRelease(db, { item, released, remark, publicUrl: parts.publicUrl });
    const states = await holdingStates(
      db,
      awards.map(({ awardId }) => awardId),
    );
    return {
      bids: awards.flatMap(({ awardId, bidId }) => {
        const state = states.get(awardId);
        return state ? [{ ...state, bidId }] : [];
      }),
    };
  });

async function findItem(db: Db, { allowsReverse }: Parts, itemId: string): Promise<ItemRow> {
  const { rows } = await sql<ItemRow>`
    select item.*, auction.title, auction.auction_type, auction.owner_account_id
    from auction_item item join auction on auction.id = item.auction_id
    where item.id = ${itemId} and (${allowsReverse} or auction.auction_type = 'Forward')`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0];
}

/**
 * The awards of these bids, with what is left of each; that stays so until the transaction ends. All places that the release
 * moves are locked, in the order in which the ledger locks them.
 */
async function lockAwards(db: Db, item: ItemRow, bidIds: readonly string[]): Promise<HeldAward[]> {
  const { rows: awards } = await sql<{ id: string; bid_id: string; account_id: string }>`
    select award.id, award.bid_id, bidder.account_id
    from award join bidder on bidder.id = award.bidder_id
    where award.item_id = ${item.id} and award.bid_id = any(${[...bidIds]}::uuid[])`.execute(db);
  if (awards.length !== bidIds.length) throw new Refused('not_found');
  const sellers = awards.map(({ account_id: accountId }) => partiesOf(item, accountId).seller);
  const goods = goodsOf(item);
  const { rows: places } = await sql<{ kind: string; source_id: string; balance: string }>`
    select kind, source_id, balance from ledger_account
    where (kind = 'held' and source_id = any(${awards.map(({ id }) => id)}::uuid[]))
       or (kind = 'supply' and source_id = any(${sellers}::uuid[]) and country = ${goods.country}
           and fuel_type = ${goods.fuelType} and vintage_year = ${goods.vintageYear} and vintage_period = ${goods.vintagePeriod})
    order by id for no key update`.execute(db);
  const held = new Map(places.filter(({ kind }) => kind === 'held').map((place) => [place.source_id, place.balance]));
  return awards.map(({ id, bid_id: bidId, account_id: accountId }) => ({
    awardId: id,
    bidId,
    ...partiesOf(item, accountId),
    held: Number(held.get(id) ?? 0),
  }));
}

/** A forward auction's owner sold to the bidder; a reverse auction's owner bought of it. */
function partiesOf({ auction_type: type, owner_account_id: owner }: ItemRow, bidder: string) {
  return DIRECTIONS[type].winnerTakes === 'buys'
    ? { holder: bidder, seller: owner }
    : { holder: owner, seller: bidder };
}

function releasesOf({ bids, remark }: Call<typeof releaseRecs>['body'], awards: readonly HeldAward[]): Released[] {
  const fields: Record<string, Refusal<ReleaseRefusal>> = {};
  const released = bids.flatMap(({ bidId, quantity }, at) => {
    const award = awards.find((one) => one.bidId === bidId);
    if (!award) return [];
    const found = judgeRelease({ quantity, remark }, award.held);
    if (found.quantity) fields[`bids.${at}.quantity`] = found.quantity;
    if (found.remark) fields['remark'] = found.remark;
    return [{ award, quantity: quantity ?? award.held }];
  });
  refuseFields(fields);
  return released;
}

function movementOf(item: ItemRow, { awardId, holder, seller }: HeldAward, quantity: number): Movement {
  const goods = goodsOf(item);
  const from: Place = { kind: 'held', accountId: holder, goods, sourceKind: 'award', sourceId: awardId };
  return { kind: 'released', from, to: supplyOf(seller, goods), quantity };
}
