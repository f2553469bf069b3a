import { Button } from '@mantine/core';
import { IconSearchOff, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { isFiltered: boolean; title: PhraseKey; hint: PhraseKey; icon: Icon };

/** Nobody is there yet, or nobody whom the filters let through: then they can be dropped. */
export function NothingListed({ isFiltered, title, hint, icon }: Props) {
  const say = useSay();
  const navigate = useNavigate();
  if (!isFiltered) return <EmptyState title={title} hint={hint} icon={icon} />;
  return (
    <EmptyState title="list.noneFound" hint="list.noneFoundHint" icon={IconSearchOff}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: () => ({}) })}>
        {say('auction.showAll')}
      </Button>
    </EmptyState>
  );
}
