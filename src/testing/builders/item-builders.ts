import type { ProposedItem } from '#domain/auction/judge-item.ts';

/** Empty values of all optional fields of an item. */
export const LEFT_EMPTY = {
  minQuantity: null,
  maxQuantity: null,
  description: '',
  imageIds: [],
  address: '',
  latitude: null,
  longitude: null,
} satisfies Partial<ProposedItem>;
