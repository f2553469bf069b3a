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
