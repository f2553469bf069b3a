import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { createStore } from '#web/platform/storage/store.ts';

/** Filters that are on in the list on screen: by their search parameter, in words. */
export const filtersOnStore = createStore<ReadonlyMap<string, string>>(new Map());

/** Tells what a filter lets through, for as long as it stands on the page; undefined while it is off. */
export function useFilterOn(name: string, words: string | undefined): void {
  // Before anything is painted: the list stands below what is said here.
  useLayoutEffect(() => {
    if (!words) return undefined;
    filtersOnStore.set(new Map(filtersOnStore.get()).set(name, words));
    return () => filtersOnStore.set(new Map([...filtersOnStore.get()].filter(([other]) => other !== name)));
  }, [name, words]);
}

/** The value of a filter in the URL, and a function that sets it; another value starts at the first page. */
export function useFilter(name: string): [value: unknown, set: (value: unknown, replace?: boolean) => void] {
  const navigate = useNavigate();
  const value = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[name] });
  const set = (next: unknown, replace = false) =>
    void navigate({ to: '.', replace, search: (before: object) => ({ ...before, page: undefined, [name]: next }) });
  return [value, set];
}
