import type { ProposedItem } from '#domain/auction/judge-item.ts';

/** What of an item may be left empty, left empty. */
export const LEFT_EMPTY = {
  minQuantity: null,
  maxQuantity: null,
  description: '',
  imageIds: [],
  address: '',
  latitude: null,
  longitude: null,
} satisfies Partial<ProposedItem>;
