import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import type { AuctionPhase } from '#web/auction/auction-phase.tsx';
import { notifyReason } from '#web/bidder/bidder-rules.ts';
import { NotifyDialog } from '#web/bidder/notify-dialog.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

export function NotifyButton({ auction, phase }: { auction: Auction; phase: AuctionPhase }) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReasonButton
        variant="default"
        reason={notifyReason(auction, phase)}
        onClick={() => setIsOpen(true)}
        leftSection={<IconMail size={16} aria-hidden />}
      >
        {say('notification.open')}
      </ReasonButton>
      {isOpen && (phase === 'upcoming' || phase === 'live') && (
        <NotifyDialog auctionId={auction.id} phase={phase} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
