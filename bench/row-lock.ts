import type { Pool } from 'pg';

/**
 * Number of connections of the anchor. There is one for each of its simultaneous bidders. PostgreSQL still handles this
 * number well on two cores.
 */
export const ANCHOR_CONNECTIONS = 50;

type Seat = { readonly auctionId: string; readonly itemId: string; readonly userId: string };
type Offer = {
  readonly bidId: string | undefined;
  readonly priceCents: number;
  readonly quantity: number;
  readonly key: string;
};

/**
 * Places or revises a bid with `row-lock.sql` and returns the bid's id. If the bid is refused, throws an error with the
 * code.
 */
export async function placeWithRowLock(pool: Pool, seat: Seat, offer: Offer): Promise<string> {
  const text = 'select anchor_place($1, $2, $3, $4, $5, $6, $7) as bid_id';
  const { auctionId, itemId, userId } = seat;
  const values = [auctionId, itemId, userId, offer.key, offer.bidId, offer.priceCents, offer.quantity];
  const { rows } = await pool.query<{ bid_id: string }>({ name: 'anchor', text, values });
  const answer = rows[0]?.bid_id ?? '';
  if (!answer.includes('-')) throw new Error(answer);
  return answer;
}
