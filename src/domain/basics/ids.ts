/** Makes ids distinct types. So TypeScript refuses an item's id where a bid's id is expected. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Branded<'UserId'>;
export type AccountId = Branded<'AccountId'>;
export type AuctionId = Branded<'AuctionId'>;
export type ItemId = Branded<'ItemId'>;
export type BidderId = Branded<'BidderId'>;
export type BidId = Branded<'BidId'>;
