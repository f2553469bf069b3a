import { judgeQuantity, type QuantityRefusal } from '#domain/basics/quantity.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** A bidder's maximum quantity: empty (the account's own or the general limit holds), or 1 to 100,000,000 (specification 5). */
export const judgeMaxQuantity = (quantity: number | null): Refusal<QuantityRefusal> | undefined =>
  quantity === null ? undefined : judgeQuantity(quantity);
