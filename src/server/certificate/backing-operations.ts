import { sql, type RawBuilder } from 'kysely';
import {
  assignRanges,
  listAuctionCertificates,
  listAuctionCertificatesAsAdmin,
  listAvailableRanges,
  listToBack,
  takeBackRanges,
  type Backing,
} from '#contract/certificate/backing.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { totalOf, type MovedPart } from '#domain/certificate/follow-movements.ts';
import { isOfVintage } from '#domain/certificate/judge-lot.ts';
import { MILLIONTHS, millionthsOf, quantityText, sizeOf, splitRange } from '#domain/certificate/serial-range.ts';
import type { Product } from '#domain/holding/ledger.ts';
import { findAuction, itemsOf } from '#server/auction/auction-rows.ts';
import {
  backingsOf,
  findToBack,
  lockPlace,
  toBack,
  type BackedPlace,
  type FindDue,
} from '#server/certificate/backings.ts';
import { findRanges } from '#server/certificate/certificate-rows.ts';
import { todayAt } from '#server/certificate/checking.ts';
import { requireActing, requireMembership } from '#server/company/own-account.ts';
import { lockRanges, writeParts, type LotRange } from '#server/ledger/ranges.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, type FieldRefusal } from '#server/platform/http/refused.ts';

async function listOfAuction({ db, caller, params }: Call<typeof listAuctionCertificates>): Promise<Backing[]> {
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  const items = await itemsOf(db, [auction.id]);
  return backingsOf(
    db,
    items.map(({ id }) => id),
  );
}

/** Operations on the certificates behind RECs on offer and sold RECs. */
export const backingOperations = ({ findDue }: { readonly findDue: FindDue }): Operation[] => [
  operation(listAuctionCertificates, listOfAuction),
  operation(listAuctionCertificatesAsAdmin, listOfAuction),

  operation(listToBack, async ({ db, caller, params, query, language }) => {
    const { id: accountId } = requireMembership(caller, params.id);
    const matching = toBack(accountId, query);
    const items = await findToBack(db, language, matching, {
      findDue,
      limit: query.limit,
      offset: offsetOf(query),
    });
    return pageOf(items, await countRows(db, matching), query);
  }),

  operation(listAvailableRanges, async ({ db, caller, params, nowMs }) => {
    const { id: accountId } = requireMembership(caller, params.id);
    const { product } = await lockPlace(db, accountId, params.sourceId);
    const ranges = await findRanges(db, availableTo(accountId, product, todayAt(nowMs)));
    return ranges.flatMap(({ place: _, ...range }) => (isOfVintage(range.lot, vintageOf(product)) ? [range] : []));
  }),

  operation(assignRanges, async ({ db, caller, params, body, nowMs }) => {
    const { id: accountId } = requireActing(caller, params.id);
    // Locks the RECs first, as every movement does. So nothing moves meanwhile, and two calls cannot exceed the RECs.
    const place = await lockPlace(db, accountId, params.sourceId);
    const parts = await takeParts(db, { accountId, place, today: todayAt(nowMs) }, body.ranges);
    await writeParts(db, parts, caller.userId);
    return requireBacking(db, params.sourceId);
  }),

  operation(takeBackRanges, async ({ db, caller, params }) => {
    const { id: accountId } = requireActing(caller, params.id);
    const place = await lockPlace(db, accountId, params.sourceId);
    if (place.kind !== 'listed' || place.isResale) throw new Refused('already_sold');
    const ranges = await lockRanges(db, sql`ledger_account_id = ${place.ledgerAccountId}`);
    await writeParts(
      db,
      ranges.map((range) => ({ parent: range, part: range, place: null, holder: accountId })),
      caller.userId,
    );
    return requireBacking(db, params.sourceId);
  }),
];

const vintageOf = ({ vintageYear, vintagePeriod }: Product) => ({ year: vintageYear, period: vintagePeriod });

/** SQL: ranges of a company that back nothing, of this country and fuel type, and not expired. */
const availableTo = (accountId: string, { country, fuelType }: Product, today: string): RawBuilder<unknown> => sql`
  r.account_id = ${accountId} and r.ledger_account_id is null and d.country = ${country} and d.fuel_type = ${fuelType}
  and (l.expires_on is null or l.expires_on >= ${today})`;

async function requireBacking(db: Db, sourceId: string): Promise<Backing> {
  const [backing] = await backingsOf(db, [sourceId]);
  if (!backing) throw new Refused('not_found');
  return backing;
}

type Wish = BodyOf<typeof assignRanges>['ranges'][number];
type Target = { readonly accountId: string; readonly place: BackedPlace; readonly today: string };

/**
 * Returns the parts of the wished ranges that go behind the RECs, and the rests that stay.
 * @throws Refused at the field of the range that may not be used
 */
async function takeParts(db: Db, target: Target, wishes: readonly Wish[]): Promise<MovedPart<LotRange>[]> {
  const { accountId, place } = target;
  const ids = wishes.map(({ rangeId }) => rangeId);
  const mine = sql`id = any(${ids}::uuid[]) and account_id = ${accountId} and ledger_account_id is null`;
  const ranges = new Map((await lockRanges(db, mine)).map((range) => [range.id, range]));
  const facts = new Map(
    (await findRanges(db, sql`r.id = any(${[...ranges.keys()]}::uuid[])`)).map((one) => [one.id, one]),
  );
  const parts = wishes.flatMap(({ rangeId, quantity }, at) => {
    const [range, fact] = [ranges.get(rangeId), facts.get(rangeId)];
    // Each range is used once: a second wish for it finds none.
    ranges.delete(rangeId);
    if (!range || !fact) return refuseRange(at, { code: 'range_unknown' });
    const { country, fuelType } = fact.device;
    const isSame = country === place.product.country && fuelType === place.product.fuelType;
    if (!isSame || !isOfVintage(fact.lot, vintageOf(place.product)))
      return refuseRange(at, { code: 'range_of_other_product' });
    if (fact.lot.expiresOn !== null && fact.lot.expiresOn < target.today)
      return refuseRange(at, { code: 'range_expired' });
    return partsOf(range, place, wishedSize(range, quantity, at));
  });
  const behind = await lockRanges(db, sql`ledger_account_id = ${place.ledgerAccountId}`);
  const added = parts.filter((part) => part.place !== null).map(({ part }) => part);
  const open = BigInt(place.balance) * MILLIONTHS - totalOf(behind);
  if (totalOf(added) > open) throw new Refused('more_than_unbacked', { maximum: quantityText(open) });
  return parts;
}

function wishedSize(range: LotRange, quantity: string | null, at: number): bigint {
  if (quantity === null) return sizeOf(range);
  const size = millionthsOf(quantity.trim());
  if (size === undefined || size <= 0n || size % range.step !== 0n)
    return refuseRange(at, { code: 'range_quantity_invalid' });
  if (size > sizeOf(range))
    return refuseRange(at, { code: 'more_than_range', params: { maximum: quantityText(sizeOf(range)) } });
  return size;
}

function partsOf(range: LotRange, { ledgerAccountId, holder }: BackedPlace, size: bigint): MovedPart<LotRange>[] {
  if (size === sizeOf(range)) return [{ parent: range, part: range, place: ledgerAccountId, holder }];
  const [taken, rest] = splitRange(range, size);
  return [
    { parent: range, part: taken, place: ledgerAccountId, holder },
    { parent: range, part: rest, place: null, holder: range.holder },
  ];
}

function refuseRange(at: number, refusal: FieldRefusal): never {
  throw new Refused(refusal.code, refusal.params, { [`ranges[${at}]`]: refusal });
}
