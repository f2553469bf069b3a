import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const PAUSE_MS = 250;

/** The number of choices that a search requests. No one reads more. */
export const SEARCHED_SHOWN = 25;

type Choice = { readonly value: string; readonly label: string };

type Search = {
  /** The query key of the searched list. */
  readonly key: readonly unknown[];
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** The selected choice at the start. Its name is known without a search. */
  readonly present?: Choice | undefined;
  readonly isOff?: boolean | undefined;
};

type Searched = {
  readonly choices: readonly Choice[];
  readonly onSearch: (typed: string) => void;
  readonly onChoose: (value: string | null) => void;
  /** True if loading the choices failed. Typing loads them again. */
  readonly isFailed: boolean;
};

/**
 * Returns the choices of a field. The server searches while the user types. The choices always include the selected
 * one.
 */
export function useSearchedChoices({ key, find, present, isOff = false }: Search): Searched {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(present);
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  // The field shows the selected name. A search for this name would hide all other choices.
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
