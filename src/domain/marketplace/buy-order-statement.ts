import type { StatedItem } from '#domain/holding/retirement-statement.ts';

/** What the statement of an approved buy order says (rules 4). Amounts are decimal texts with two fraction digits (rules 2). */
export type BuyOrderStatement = {
  /** That its parties quote it by. */
  readonly number: string;
  readonly orderTitle: string;
  readonly placedAt: Date;
  readonly approvedAt: Date;
  readonly buyer: string;
  /** Null where the reader doesn't learn it. */
  readonly seller: string | null;
  readonly currency: string;
  /** Of one REC. */
  readonly unitPrice: string;
  /** As it was split over the sell order's items, in that order. */
  readonly items: readonly (StatedItem & { readonly amount: string })[];
  readonly quantity: number;
  readonly amount: string;
  /** Of the buyer, and in hundredths of a percent; null where there is none. */
  readonly fee: { readonly hundredths: number; readonly amount: string } | null;
  readonly total: string;
  /** For whom the RECs were retired, and the statement that says so; null where they became a holding. */
  readonly retiredFor: { readonly name: string; readonly statementNumber: string } | null;
  /** What the administrator said with the approval. */
  readonly remark: string;
};
