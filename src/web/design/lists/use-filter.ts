import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { createStore } from '#web/platform/storage/store.ts';

/** The active filters of the list on screen: text by search parameter. */
export const filtersOnStore = createStore<ReadonlyMap<string, string>>(new Map());

/**
 * Registers the text of an active filter while its component is mounted. `words` is undefined while the filter is off.
 */
export function useFilterOn(name: string, words: string | undefined): void {
  // Runs before painting: the text is shown above the list, and a later text would push the list down.
  useLayoutEffect(() => {
    if (!words) return undefined;
    filtersOnStore.set(new Map(filtersOnStore.get()).set(name, words));
    return () => filtersOnStore.set(new Map([...filtersOnStore.get()].filter(([other]) => other !== name)));
  }, [name, words]);
}

/** Returns a filter's value in the URL, and a function that sets this value and shows the first page. */
export function useFilter(name: string): [value: unknown, set: (value: unknown, replace?: boolean) => void] {
  const navigate = useNavigate();
  const value = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[name] });
  const set = (next: unknown, replace = false) =>
    void navigate({ to: '.', replace, search: (before: object) => ({ ...before, page: undefined, [name]: next }) });
  return [value, set];
}
