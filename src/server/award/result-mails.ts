import type { AuctionType } from '#domain/auction/direction.ts';
import type { OnClosed } from '#server/award/sql-closing-store.ts';
import { inAllLanguages } from '#server/platform/in-all-languages.ts';
import { queueMessages } from '#server/platform/outbox.ts';
import type { Db } from '#server/platform/database.ts';
import { wordsIn, type Language } from '#server/platform/words.ts';
import type { RoomState } from '#server/bidding/room-state.ts';

/** `quantity` is what a bidder won, for the owner all that was traded. */
type Reader = { readonly email: string; readonly as: 'Bidder' | 'Owner'; readonly quantity: number };
type Told = { readonly title: string; readonly auction_type: AuctionType };

/**
 * Tells every participant and the owner that the result stands, in the transaction that stores it. The mail names what
 * its reader won and nobody else. Until people choose a language, a mail carries both.
 */
export const resultMails =
  (publicUrl: string): OnClosed =>
  async (db, state, awards) => {
    const { auctionId } = state.settings;
    const auction = await db
      .selectFrom('auction')
      .select(['title', 'auction_type', 'owner_account_id'])
      .where('id', '=', auctionId)
      .executeTakeFirstOrThrow();
    const won = new Map<string, number>();
    for (const award of awards) won.set(award.bid.bidderId, (won.get(award.bid.bidderId) ?? 0) + award.won);
    const link = `${publicUrl}/auction-result/${auctionId}`;
    const readers = await readersOf(db, state, auction.owner_account_id, won);
    await queueMessages(
      db,
      readers.map((reader) => ({
        channel: 'email',
        recipient: reader.email,
        ...inAllLanguages((language) => partOf(language, auction, reader, link)),
      })),
    );
  };

function partOf(language: Language, { title, auction_type }: Told, { as, quantity }: Reader, link: string) {
  const words = wordsIn(language);
  const said = words(`direction.${auction_type}.resultFor${as}`, { title, quantity });
  return { subject: words('mail.resultSubject', { title }), body: `${said}\n${link}` };
}

async function readersOf(
  db: Db,
  state: RoomState,
  ownerAccountId: string,
  won: ReadonlyMap<string, number>,
): Promise<Reader[]> {
  const bidders = [...state.standingOf].filter(([, bids]) => bids.size > 0).map(([bidderId]) => bidderId);
  const participants = await db
    .selectFrom('bidder')
    .innerJoin('app_user', 'app_user.id', 'bidder.user_id')
    .select(['bidder.id', 'app_user.email'])
    .where('bidder.id', 'in', [...bidders, NOBODY])
    .execute();
  const owners = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('app_user.email')
    .where('account_member.account_id', '=', ownerAccountId)
    .execute();
  const traded = [...won.values()].reduce((sum, quantity) => sum + quantity, 0);
  const readers = [
    ...participants.map(({ id, email }) => ({ email, as: 'Bidder' as const, quantity: won.get(id) ?? 0 })),
    ...owners.map(({ email }) => ({ email, as: 'Owner' as const, quantity: traded })),
  ];
  // Whom a foreign provider signs in may have told us no address.
  return readers.filter(({ email }) => email !== '');
}

/** An `in` list may not be empty. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
