import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './candidate-list.module.css';

const PAUSE_MS = 250;
/** How many are asked for: more than anybody reads. */
export const CANDIDATES_SHOWN = 25;
const SKELETONS = [1, 2, 3, 4];

export type CandidateShown = {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly isChosen: boolean;
  /** Can't be chosen beside those that are. */
  readonly isOff: boolean;
};

type Props<Candidate> = {
  search: PhraseKey;
  /** Names what is searched in. */
  name: readonly unknown[];
  find: (
    search: string,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Candidate[]; readonly total: number }>;
  show: (candidate: Candidate) => CandidateShown;
  onToggle: (candidate: Candidate) => void;
};

/** Who could be admitted, found by typing; ticks stay while other words are searched. */
export function CandidateList<Candidate>({ search: label, name, find, show, onToggle }: Props<Candidate>) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...name, search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const more = (data?.total ?? 0) - (data?.items.length ?? 0);
  return (
    <div>
      <TextInput
        type="search"
        label={say(label)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      <div className={css.frame} role="group" aria-label={say('bidder.candidates')} data-stale={isPlaceholderData}>
        {error && !data ? (
          <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          SKELETONS.map((at) => <Skeleton key={at} height={16} m={12} />)
        ) : data.items.length === 0 ? (
          <p className={css.none}>{say(search ? 'bidder.noCandidatesFound' : 'bidder.noCandidates')}</p>
        ) : (
          data.items.map((one) => <Line key={show(one).key} shown={show(one)} onToggle={() => onToggle(one)} />)
        )}
      </div>
      {more > 0 && <p className={css.more}>{say('bidder.moreCandidates', { more })}</p>}
    </div>
  );
}

const Line = ({ shown, onToggle }: { shown: CandidateShown; onToggle: () => void }) => (
  <Checkbox
    className={css.line}
    label={shown.name}
    description={shown.note}
    checked={shown.isChosen}
    disabled={shown.isOff}
    onChange={onToggle}
  />
);
