import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const PAUSE_MS = 250;

/** How many choices a search is asked for: more than anybody reads. */
export const SEARCHED_SHOWN = 25;

type Choice = { readonly value: string; readonly label: string };

type Search = {
  /** Names what is searched in. */
  readonly key: readonly unknown[];
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** What is chosen already, whose name is known before anything was searched. */
  readonly present?: Choice | undefined;
  readonly isOff?: boolean | undefined;
};

type Searched = {
  readonly choices: readonly Choice[];
  readonly onSearch: (typed: string) => void;
  readonly onChoose: (value: string | null) => void;
  /** They couldn't be asked for; typing asks again. */
  readonly isFailed: boolean;
};

/** Choices of a field that the server searches while one types; the chosen one always stands among them. */
export function useSearchedChoices({ key, find, present, isOff = false }: Search): Searched {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(present);
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  // The name of what is chosen stands in the field: searching by it would leave only that one to choose from.
  const wanted = search === chosen?.label ? '' : search.trim();
  const { data: found = [], isError } = useQuery({
    queryKey: [...key, wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    placeholderData: keepPreviousData,
    enabled: !isOff,
  });
  const isFound = found.some(({ value }) => value === chosen?.value);
  const choices = chosen && !isFound ? [chosen, ...found] : found;
  return {
    choices,
    onSearch: setTyped,
    isFailed: isError,
    onChoose: (value) => setChosen(choices.find((choice) => choice.value === value)),
  };
}
