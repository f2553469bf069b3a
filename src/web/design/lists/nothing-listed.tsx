import { Button } from '@mantine/core';
import { IconSearchOff, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { isFiltered: boolean; title: PhraseKey; hint: PhraseKey; icon: Icon; found?: FoundWords };

/** Nobody is there yet, or nobody whom the filters let through: then they can be dropped. */
export const NothingListed = ({ isFiltered, found, ...words }: Props) =>
  isFiltered ? <NothingFound {...found} /> : <EmptyState {...words} />;

type FoundWords = { title?: PhraseKey; hint?: PhraseKey };

/** The filters let nothing through; here they can be dropped. */
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
