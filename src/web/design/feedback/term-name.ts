/** Terms that newcomers ask about. The phrases below `term` explain them as GLOSSARY.md does. */
export type Term =
  | 'auctionOwner'
  | 'reverseAuction'
  | 'spotRecs'
  | 'softClose'
  | 'tickSize'
  | 'recurrence'
  | 'processingFee'
  | 'beneficiary'
  | 'wonQuantity';
