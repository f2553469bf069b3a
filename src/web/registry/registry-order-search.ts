import { REGISTRY_ORDER_STATES } from '#domain/delivery/registry-order.ts';
import { filteredSearch, type Filters, type ListSearch } from '#web/design/lists/list-search.ts';

const READERS = { state: REGISTRY_ORDER_STATES } as const;

/** The state of the list of registry orders in the URL. */
export type RegistryOrderSearch = ListSearch & Filters<typeof READERS>;

/** Reads the state of the list, for a route's `validateSearch`. */
export const registryOrderSearch = filteredSearch(READERS);
