import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listBidderCandidates } from '#contract/bidder.ts';
import { candidateKey, clashOf, isChosen, type Candidate, type ChosenBuyer } from '#web/bidder/chosen-buyers.ts';
import { ErrorState } from '#web/design/empty-state.tsx';
import { api } from '#web/platform/api.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { useSay } from '#web/platform/phrase.ts';
import css from './candidate-list.module.css';

const PAUSE_MS = 250;
const SHOWN = 25;
const SKELETONS = [1, 2, 3, 4];

type Props = { auctionId: string; chosen: readonly ChosenBuyer[]; onToggle: (candidate: Candidate) => void };

/** People that could be admitted, found by username or company; ticks stay while other words are searched. */
export function CandidateList({ auctionId, chosen, onToggle }: Props) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['bidder-candidates', auctionId, search],
    queryFn: ({ signal }) =>
      api(listBidderCandidates, { params: { id: auctionId }, query: { search, limit: SHOWN, currentPage: 1 }, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const more = (data?.total ?? 0) - (data?.items.length ?? 0);
  return (
    <div>
      <TextInput
        type="search"
        label={say('bidder.candidateSearch')}
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
          data.items.map((one) => (
            <CandidateLine key={candidateKey(one)} candidate={one} chosen={chosen} onToggle={onToggle} />
          ))
        )}
      </div>
      {more > 0 && <p className={css.more}>{say('bidder.moreCandidates', { more })}</p>}
    </div>
  );
}

function CandidateLine({ candidate, chosen, onToggle }: Omit<Props, 'auctionId'> & { candidate: Candidate }) {
  const say = useSay();
  const clash = clashOf(chosen, candidate);
  return (
    <Checkbox
      className={css.line}
      label={candidate.username}
      description={clash ? `${candidate.businessAccount} · ${say(clash)}` : candidate.businessAccount}
      checked={isChosen(chosen, candidate)}
      disabled={clash !== undefined}
      onChange={() => onToggle(candidate)}
    />
  );
}
