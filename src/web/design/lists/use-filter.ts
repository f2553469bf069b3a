import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { createStore } from '#web/platform/storage/store.ts';

/** The active filters of the list on screen: text by search parameter. */
export const filtersOnStore = createStore<ReadonlyMap<string, string>>(new Map());

/** Registers a filter's text as long as it is mounted; undefined while the filter is off. */
export function useFilterOn(name: string, words: string | undefined): void {
  // Runs before painting, because the text is shown above the list and would move it.
  useLayoutEffect(() => {
    if (!words) return undefined;
    filtersOnStore.set(new Map(filtersOnStore.get()).set(name, words));
    return () => filtersOnStore.set(new Map([...filtersOnStore.get()].filter(([other]) => other !== name)));
  }, [name, words]);
}

/** Returns a filter's value in the URL, and a function that sets it and returns to the first page. */
export function useFilter(name: string): [value: unknown, set: (value: unknown, replace?: boolean) => void] {
  const navigate = useNavigate();
  const value = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[name] });
  const set = (next: unknown, replace = false) =>
    void navigate({ to: '.', replace, search: (before: object) => ({ ...before, page: undefined, [name]: next }) });
  return [value, set];
}
