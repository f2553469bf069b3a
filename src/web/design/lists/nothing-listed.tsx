import { Button } from '@mantine/core';
import { IconSearchOff, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { isFiltered: boolean; title: PhraseKey; hint: PhraseKey; icon: Icon; found?: FoundWords };

/** The empty state of a list. The list has no rows, or no row matches the filters. A button then clears the filters. */
export const NothingListed = ({ isFiltered, found, ...words }: Props) =>
  isFiltered ? <NothingFound {...found} /> : <EmptyState {...words} />;

type FoundWords = { title?: PhraseKey; hint?: PhraseKey };

/** Shown if the filters match nothing. A button clears the filters. */
export function NothingFound({ title = 'list.noneFound', hint = 'list.noneFoundHint' }: FoundWords) {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <EmptyState title={title} hint={hint} icon={IconSearchOff}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: () => ({}) })}>
        {say('auction.showAll')}
      </Button>
    </EmptyState>
  );
}
