import { keep, readStored } from '#web/platform/browser-storage.ts';
import { createStore, useStore } from '#web/platform/store.ts';

/** Columns that somebody has put away, by list. */
type Hidden = Readonly<Record<string, readonly string[]>>;

const isHidden = (value: unknown): value is Hidden =>
  typeof value === 'object' && value !== null && Object.values(value).every((ids) => Array.isArray(ids));

const hiddenStore = createStore<Hidden | undefined>(undefined);
const read = (): Hidden => hiddenStore.get() ?? readStored('hiddenColumns', isHidden) ?? {};

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
