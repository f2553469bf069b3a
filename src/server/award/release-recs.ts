import { sql, type RawBuilder } from 'kysely';
import { releaseRecs } from '#contract/award/release.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { supplyOf, type Movement, type LedgerAccount } from '#domain/holding/ledger.ts';
import { judgeRelease, type ReleaseRefusal } from '#domain/holding/release.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { findItem, type ItemInAuction } from '#server/auction/stored-auctions.ts';
import { accountOfBidder } from '#server/auction/admit-bidder.ts';
import { lockLedgerAccounts, productOf } from '#server/ledger/ledger-accounts.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { holdingStates } from '#server/ledger/holding-states.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

/** The RECs of an award that are still held, with their holder. Released RECs go back to the seller. */
type HeldAward = {
  readonly awardId: string;
  readonly bidId: string;
  readonly holder: string;
  readonly seller: string;
  readonly held: number;
};

type Released = { readonly award: HeldAward; readonly quantity: number };

/**
 * Releases some or all remaining RECs of won bids to the seller (docs/rules.md#releases). Locks their ledger accounts,
 * so that a concurrent retirement or resale cannot use the same RECs.
 */
export const releaseOperation = (parts: AuctionParts): Operation =>
  operation(releaseRecs, async ({ db, params, body, caller }) => {
    const item = await findItem(db, params.id);
    if (!item || !(parts.allowsReverse || item.auction_type === 'Forward')) throw new Refused('not_found');
    const bidIds = body.bids.map(({ bidId }) => bidId);
    const awards = await lockAwards(db, item, bidIds);
    const remark = body.remark.trim();
    const released = releasesOf(body, awards);
    const movements = released.map(({ award, quantity }) => movementOf(item, award, quantity));
    await bookMovements(db, movements, { userId: caller.userId, remark });
    await mailRelease(db, { item, released, remark, publicUrl: parts.publicUrl });
    const awardIds = awards.map(({ awardId }) => awardId);
    const states = await holdingStates(db, awardIds);
    return {
      bids: awards.flatMap(({ awardId, bidId }) => {
        const state = states.get(awardId);
        return state ? [{ ...state, bidId }] : [];
      }),
    };
  });

/**
 * Returns the awards of these bids with their remaining RECs. Locks all ledger accounts that the release changes, in
 * the ledger's order. So the remaining RECs cannot change until the transaction ends.
 */
async function lockAwards(db: Db, item: ItemInAuction, bidIds: readonly string[]): Promise<HeldAward[]> {
  const { rows: awards } = await sql<{ id: string; bid_id: string; account_id: string }>`
    select award.id, award.bid_id, ${accountOfBidder(sql`award.bidder_id`)} as account_id
    from award
    where award.item_id = ${item.id} and award.offer_id is null and award.bid_id = any(${[...bidIds]}::uuid[])`.execute(
    db,
  );
  if (awards.length !== bidIds.length) throw new Refused('not_found');
  const sellers = awards.map(({ account_id: accountId }) => partiesOf(item, accountId).seller);
  const held = await lockLedgerAccounts(db, {
    sourceIds: awards.map(({ id }) => id),
    sellers,
    product: productOf(item),
  });
  return awards.map(({ id, bid_id: bidId, account_id: accountId }) => ({
    awardId: id,
    bidId,
    ...partiesOf(item, accountId),
    held: held.get(id) ?? 0,
  }));
}

/**
 * Returns the parties of an award. In a forward auction the owner sold to the bidder; in a reverse auction the bidder
 * sold to the owner.
 */
function partiesOf({ auction_type: type, owner_account_id: owner }: ItemInAuction, bidder: string) {
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

function movementOf(item: ItemInAuction, { awardId, holder, seller }: HeldAward, quantity: number): Movement {
  const product = productOf(item);
  const from: LedgerAccount = { kind: 'held', accountId: holder, product, sourceKind: 'award', sourceId: awardId };
  return { kind: 'released', from, to: supplyOf(seller, product), quantity };
}

type About = {
  readonly item: { readonly id: string; readonly auction_id: string; readonly title: string };
  readonly released: readonly Released[];
  readonly remark: string;
  readonly publicUrl: string;
};

type ReleaseMail = {
  readonly email: string;
  readonly holder: CompanyNames;
  readonly seller: CompanyNames;
};

/** Informs the members of holders and sellers by email. Each email is about one holder and one seller only. */
export async function mailRelease(db: Db, { item, released, remark, publicUrl }: About): Promise<void> {
  const name = (await itemNames(db, [item.id])).get(item.id) ?? '';
  const pairs = Map.groupBy(released, ({ award }) => `${award.holder} ${award.seller}`);
  for (const [first, ...others] of pairs.values()) {
    if (!first) continue;
    const { holder, seller } = first.award;
    const quantity = [first, ...others].reduce((sum, one) => sum + one.quantity, 0);
    const readers = await readersOf(db, holder, seller);
    const ending = [`${publicUrl}/auction-result/${item.auction_id}`];
    const write =
      (sides: ReleaseMail): WriteMail =>
      (language, { words }) => {
        const [buyer, owner] = [companyNameOf(language, sides.holder), companyNameOf(language, sides.seller)];
        const said = { title: item.title, quantity, item: name, holder: buyer, seller: owner, remark };
        return { subject: words('release.mailSubject', said), body: words('release.mailBody', said) };
      };
    const mails = readers.map((reader) => ({ recipient: reader.email, write: write(reader), ending }));
    await queueMails(db, 'result', mails);
  }
}

const namesOf = (company: RawBuilder<unknown>) =>
  sql`jsonb_build_object('company_name', ${company}.company_name, 'english_company_name', ${company}.english_company_name)`;

async function readersOf(db: Db, holder: string, seller: string): Promise<ReleaseMail[]> {
  const { rows } = await sql<ReleaseMail>`
    select distinct reader.email, ${namesOf(sql`holder`)} as holder, ${namesOf(sql`seller`)} as seller
    from account holder cross join account seller
    join account_member member on member.account_id in (holder.id, seller.id)
    join app_user reader on reader.id = member.user_id
    where holder.id = ${holder} and seller.id = ${seller} and reader.email <> '' order by reader.email`.execute(db);
  return rows;
}
