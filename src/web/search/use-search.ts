import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SEARCH_TEXT_MIN, searchEverything, type SearchGroup } from '#contract/search.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';
import { menuOf } from '#web/shell/menu/menu.ts';
import { placeOf, type Place } from '#web/search/result-place.ts';

export type Option = Place & { readonly key: string; readonly name: string; readonly detail: string };
export type OptionGroup = { readonly title: PhraseKey; readonly options: readonly Option[] };

type Found = {
  readonly groups: readonly OptionGroup[];
  readonly isSearching: boolean;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
};

const PAUSE_MS = 200;

/** Returns the pages and the things that match a text. The call waits until the person pauses typing. */
export function useSearch(role: Role, text: string): Found {
  const language = useLanguage();
  const wanted = text.trim();
  const paused = usePaused(wanted);
  const isEnabled = wanted.length >= SEARCH_TEXT_MIN;
  const query = useQuery({
    ...readQuery(['search', language, paused], searchEverything, { query: { text: paused } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled && paused.length >= SEARCH_TEXT_MIN,
    // Names and permissions may change while a page is open.
    staleTime: 0,
  });
  const pages = usePages(role, wanted);
  const found = isEnabled ? (query.data ?? []) : [];
  return {
    groups: [...pages, ...found.map((group) => groupOf(role, group))],
    isSearching: isEnabled && (paused !== wanted || query.isFetching),
    error: isEnabled && query.error ? asApiError(query.error) : undefined,
    retry: () => void query.refetch(),
  };
}

/** Returns the text as it was when the person last paused typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

const groupOf = (role: Role, { kind, results }: SearchGroup): OptionGroup => ({
  title: `search.kind.${kind}`,
  options: results.map((result) => ({
    ...placeOf(role, kind, result),
    key: `${kind}-${result.id}`,
    name: result.name,
    detail: result.detail,
  })),
});

/** Returns the pages of the menu whose names contain the text, and the guides. Without a text, all of them. */
function usePages(role: Role, text: string): OptionGroup[] {
  const say = useSay();
  const guides = { to: paths.guides(role), label: 'reading.guides' } as const;
  const options = [...menuOf(role, env()).flatMap(({ items }) => items), guides]
    .map(({ to, label }) => ({ key: `page-${to}`, to, name: say(label), detail: '' }))
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return options.length > 0 ? [{ title: 'search.pages', options }] : [];
}
