import {
  IconBroadcast,
  IconCalendarTime,
  IconCircleCheck,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { WatchButton } from '#web/notice/watch-button.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { paths } from '#web/paths.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import { RehearsalBanner } from '#web/rehearsal/rehearsal-banner.tsx';

/** The badge of each phase of the room. */
const BADGES = {
  sealed: { tone: 'info', label: 'status.upcoming', icon: IconCalendarTime },
  live: { tone: 'good', label: 'status.live', icon: IconBroadcast },
  paused: { tone: 'warn', label: 'status.paused', icon: IconPlayerPause },
  closing: { tone: 'warn', label: 'status.counting', icon: IconHourglass },
  closed: { tone: 'quiet', label: 'status.ended', icon: IconCircleCheck },
} as const;

const ANNULLED = { tone: 'bad', label: 'status.annulled', icon: IconHandStop } as const;

/** The badge of a phase. An annulled auction shows "annulled" in place of its phase. */
export const PhaseBadge = ({ phase, isAnnulled = false }: { phase: RoomPhase; isAnnulled?: boolean }) => (
  <StatusBadge {...(isAnnulled ? ANNULLED : BADGES[phase])} pulsing={phase === 'live'} />
);

type Props = {
  auction: Auction;
  role: Role;
  phase: RoomPhase;
  /** True if a colleague bids for the company and the reader only watches. */
  isOnlooker?: boolean;
  actions?: ReactNode;
};

/** The header of every screen of an auction: the title, the phase, and the reader's role in the auction. */
export function AuctionTitle({ auction, role, phase, isOnlooker, actions }: Props) {
  const say = useSay();
  const language = useLanguage();
  const inWords = useAliasText();
  const { own, relation } = auction;
  return (
    <>
      <RehearsalBanner auction={auction} />
      <PageTitle
        title={{ text: auction.title }}
        back={{ to: paths.auctionDetail(role, auction.id), label: 'auction.viewDetails' }}
        beside={
          <>
            <PhaseBadge phase={phase} isAnnulled={auction.annulledAt !== null} />
            <WatchButton auction={auction} />
          </>
        }
        note={
          relation === 'owner'
            ? say(`direction.${auction.auctionType}.youAreOwner`)
            : own &&
              say(isOnlooker ? 'auction.colleagueIsBidder' : 'auction.youAreBidder', {
                name: own.username,
                alias: inWords(own.alias),
                company: companyNameIn(language, own),
              })
        }
        actions={actions}
      />
    </>
  );
}
