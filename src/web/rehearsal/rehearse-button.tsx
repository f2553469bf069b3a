import { IconMasksTheater } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

const RehearseDialog = lazy(() => import('#web/rehearsal/rehearse-dialog.tsx'));

/** Opens the dialog to rehearse an auction. */
export function RehearseButton({ auction, isClosed }: { auction: Auction; isClosed: boolean }) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  const closed = isClosed ? 'rehearsal.closed' : undefined;
  return (
    <>
      <ReasonButton
        variant="default"
        reason={auction.items.length === 0 ? 'rehearsal.noItems' : closed}
        onClick={() => setIsOpen(true)}
        leftSection={<IconMasksTheater size={16} aria-hidden />}
      >
        {say('rehearsal.action')}
      </ReasonButton>
      {isOpen && (
        <Suspense>
          <RehearseDialog auction={auction} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
