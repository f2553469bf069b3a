import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconLock } from '@tabler/icons-react';
import type { AuctionPhase } from '#web/auction/auction-phase.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Why nothing can be changed any more. */
export function ReadOnlyNote({ phase }: { phase: AuctionPhase }) {
  const say = useSay();
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={18} />} mb="md">
      {say(phase === 'live' ? 'auction.startedReadOnly' : 'auction.endedReadOnly')}
    </Alert>
  );
}
