import type { ProposedItem } from '#domain/auction/judge-item.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';
import type { ImportColumn } from '#domain/import/import-table.ts';
import type { ProposedSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';

const PRODUCT = [
  {
    field: 'recCountry',
    heading: 'item.country',
    isRequired: true,
    choices: WORLD_COUNTRIES,
    words: 'region',
    example: 'MY',
  },
  { field: 'recFuelType', heading: 'item.fuel', isRequired: true, choices: FUEL_TYPES, words: 'fuel.' },
  { field: 'vintageYear', heading: 'item.vintageYear', isRequired: true, form: 'number', example: '2026' },
  { field: 'vintagePeriod', heading: 'item.vintagePeriod', choices: VINTAGE_PERIODS, words: 'vintage.period' },
  { field: 'recQuantity', heading: 'item.quantity', isRequired: true, form: 'number', example: '1000' },
] as const;

const PLACE = [
  { field: 'description', heading: 'item.description' },
  { field: 'address', heading: 'item.address', example: 'Gerik, Perak' },
  { field: 'latitude', heading: 'item.latitude', form: 'number', example: '5.43' },
  { field: 'longitude', heading: 'item.longitude', form: 'number', example: '101.13' },
] as const;

/** The columns of a file with items of an auction. */
export const AUCTION_ITEM_COLUMNS = [
  ...PRODUCT,
  { field: 'partialFulfillment', heading: 'item.partial', form: 'yesNo' },
  { field: 'minQuantity', heading: 'item.minimumPerBid', form: 'number' },
  { field: 'maxQuantity', heading: 'item.maximumPerBid', form: 'number' },
  { field: 'minimumBidPrice', heading: 'item.minimumPrice', isRequired: true, form: 'number', example: '5' },
  { field: 'maximumBidPrice', heading: 'item.maximumPrice', isRequired: true, form: 'number', example: '50' },
  ...PLACE,
] as const satisfies readonly ImportColumn<keyof ProposedItem>[];

/** The columns of a file with items of a sell order. */
export const SELL_ORDER_ITEM_COLUMNS = [...PRODUCT, ...PLACE] as const satisfies readonly ImportColumn<
  keyof ProposedSellOrderItem
>[];
