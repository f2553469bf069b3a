import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore, useStore } from '#web/platform/storage/store.ts';

/** The ids of the hidden columns, by the name of the list. */
type Hidden = Readonly<Record<string, readonly string[]>>;

const isHidden = (value: unknown): value is Hidden =>
  typeof value === 'object' && value !== null && Object.values(value).every((ids) => Array.isArray(ids));

const hiddenStore = createStore<Hidden | undefined>(undefined);
const read = (): Hidden => hiddenStore.get() ?? readStored('hiddenColumns', isHidden) ?? {};

/**
 * Returns whether a column can be hidden. The first column, which names the row, always stays. The column with the
 * action buttons stays too.
 */
export const mayBeHidden = ({ id }: { readonly id: string }, at: number): boolean => at > 0 && id !== 'actions';

const NONE: readonly string[] = [];

/** Returns the ids of the hidden columns of a list. */
export function useHiddenColumns(list: string | undefined): readonly string[] {
  useStore(hiddenStore);
  return (list !== undefined && read()[list]) || NONE;
}

/** Stores which columns of a list are hidden. The new ids replace the previous ones. */
export function hideColumns(list: string, ids: readonly string[]): void {
  const hidden = { ...read(), [list]: ids };
  keep('hiddenColumns', hidden);
  hiddenStore.set(hidden);
}
