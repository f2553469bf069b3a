import type { ProposedItem } from '#domain/auction/judge-item.ts';

/** The optional fields of an item, all empty. */
export const LEFT_EMPTY = {
  minQuantity: null,
  maxQuantity: null,
  description: '',
  imageIds: [],
  address: '',
  latitude: null,
  longitude: null,
} satisfies Partial<ProposedItem>;
