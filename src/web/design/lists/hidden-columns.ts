import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore, useStore } from '#web/platform/storage/store.ts';

/** Columns that somebody has put away, by list. */
type Hidden = Readonly<Record<string, readonly string[]>>;

const isHidden = (value: unknown): value is Hidden =>
  typeof value === 'object' && value !== null && Object.values(value).every((ids) => Array.isArray(ids));

const hiddenStore = createStore<Hidden | undefined>(undefined);
const read = (): Hidden => hiddenStore.get() ?? readStored('hiddenColumns', isHidden) ?? {};

/** Whether a column can be put away: not the first, which says what a row is, nor the one with the ways into a row. */
export const mayBeHidden = ({ id }: { readonly id: string }, at: number): boolean => at > 0 && id !== 'actions';

const NONE: readonly string[] = [];

export function useHiddenColumns(list: string | undefined): readonly string[] {
  useStore(hiddenStore);
  return (list !== undefined && read()[list]) || NONE;
}

export function hideColumns(list: string, ids: readonly string[]): void {
  const hidden = { ...read(), [list]: ids };
  keep('hiddenColumns', hidden);
  hiddenStore.set(hidden);
}
