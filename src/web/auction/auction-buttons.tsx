import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { auctionLinks } from '#web/auction/auction-links.ts';
import { usePhase } from '#web/auction/auction-phase.tsx';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-card.module.css';

type Props = { auction: AuctionSummary; role: Role; size?: 'xs' | 'sm' };

/** The ways into an auction; each names the auction for those who hear it out of its place. */
export function AuctionButtons({ auction, role, size = 'sm' }: Props) {
  const say = useSay();
  const phase = usePhase(auction);
  return (
    <div className={css.buttons} data-tour="ways results">
      {auctionLinks(auction, phase, role).map(({ to, label, closed }, at) => {
        const looks = { size, variant: at === 0 ? (phase === 'live' ? 'filled' : 'light') : 'subtle' };
        const name = `${say(label)}: ${auction.title}`;
        return closed ? (
          <Hint key={to} label={say(closed)}>
            <Button {...looks} variant="default" data-disabled aria-disabled aria-label={`${name}. ${say(closed)}`}>
              {say(label)}
            </Button>
          </Hint>
        ) : (
          <Button key={to} {...looks} component={Link} to={to} aria-label={name}>
            {say(label)}
          </Button>
        );
      })}
    </div>
  );
}
