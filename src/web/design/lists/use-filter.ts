import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
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

type Typed<Value> = {
  /** What the URL says; undefined while the filter is off. */
  inUrl: Value | undefined;
  textOf: (value: Value | undefined) => string;
  valueOf: (text: string) => Value | undefined;
  /** Whether a text isn't taken over. */
  isWrong?: (text: string) => boolean;
  pauseMs: number;
};

/** The text of a filter that is typed: a pause in typing takes it over. */
export function useTypedFilter<Value>(name: string, { inUrl, textOf, valueOf, isWrong, pauseMs }: Typed<Value>) {
  const [, set] = useFilter(name);
  const router = useRouter();
  const [text, setText] = useState(textOf(inUrl));
  const [seen, setSeen] = useState(inUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== inUrl) {
    // Back and forward, or "clear all": the URL is right.
    setSeen(inUrl);
    setText(textOf(inUrl));
  }
  // On the way to another page nothing is searched here any more: it would call the reader back.
  useEffect(() => {
    const forget = () => clearTimeout(timer.current);
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && forget());
    return () => {
      unsubscribe();
      forget();
    };
  }, [router]);
  const take = (typed: string) => {
    clearTimeout(timer.current);
    setText(typed);
    if (isWrong?.(typed)) return;
    setSeen(() => valueOf(typed));
    set(valueOf(typed), true);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => take(typed), pauseMs);
  };
  return { text, type, take };
}
