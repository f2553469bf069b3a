import { Link } from '@tanstack/react-router';
import type { ListedAuction } from '#contract/auction/auction.ts';
import { AuctionButtons, listedPrice, RequestMark } from '#web/auction/listed-parts.tsx';
import { AuctionKind, OwnPart } from '#web/auction/auction-facts.tsx';
import { AuctionPicture, ItemNames } from '#web/auction/auction-picture.tsx';
import { PhaseBadge, PhaseMarks, PhaseTime } from '#web/auction/auction-phase.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { WatchButton } from '#web/notice/watch-button.tsx';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { formatCompact, formatDateTime, formatMoney, formatQuantity, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-card.module.css';
import rowCss from './auction-columns.module.css';

/** Shows an auction of the list as a card. */
export function AuctionCard({ auction, role }: { auction: ListedAuction; role: Role }) {
  const say = useSay();
  const detail = paths.auctionDetail(role, auction.id);
  return (
    <article className={css.card}>
      {/* Screen readers and the keyboard skip this link, because the title is the same link. */}
      <Link to={detail} className={css.picture} tabIndex={-1} aria-hidden>
        <AuctionPicture auction={auction} />
      </Link>
      <header className={css.head} data-tour="phase">
        <PhaseBadge auction={auction} />
        <span className={css.end}>
          <PhaseTime auction={auction} />
          <WatchButton auction={auction} />
        </span>
      </header>
      <h2 className={css.title}>
        <Link to={detail} className="title-link">
          {auction.title}
        </Link>
      </h2>
      <AuctionKind auction={auction} />
      <RequestMark auction={auction} />
      <dl className={css.facts}>
        <Fact label={say('auction.totalQuantity')}>
          <span title={formatQuantity(auction.totalQuantity)}>{formatCompact(auction.totalQuantity)}</span>
        </Fact>
        <Fact label={say('auction.items')}>{formatQuantity(auction.itemCount)}</Fact>
        <Price auction={auction} />
        {auction.bidderCount !== null && (
          <Fact label={say('auction.bidders')}>{formatQuantity(auction.bidderCount)}</Fact>
        )}
        {auction.bidCount !== null && <Fact label={say('auction.bids')}>{formatQuantity(auction.bidCount)}</Fact>}
      </dl>
      <ItemNames names={auction.itemNames} count={auction.itemCount} />
      <Times auction={auction} />
      <footer className={css.foot}>
        <OwnPart auction={auction} />
        <AuctionButtons auction={auction} role={role} />
      </footer>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the best price or else the opening price. Renders nothing if there is neither. */
function Price({ auction }: { auction: ListedAuction }) {
  const say = useSay();
  const price = listedPrice(auction);
  return price && <Fact label={say(price.label)}>{formatMoney(price.price, env().currency)}</Fact>;
}

function Times({ auction }: { auction: ListedAuction }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <dl className={css.times}>
      {(['startTime', 'auctionEndTime'] as const).map((name) => (
        <div key={name}>
          <dt>{say(name === 'startTime' ? 'auction.start' : 'auction.end')}</dt>
          <dd>
            {name === 'auctionEndTime' && auction.pausedAt !== null ? (
              say('auction.pausedEnd')
            ) : (
              <time dateTime={auction[name]} title={formatUtc(auction[name])}>
                {formatDateTime(auction[name], language)}
              </time>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type CellProps = { row: ListedAuction };

/** Returns the cell with the title. The title links to the auction's detail page for this role. */
const titleFor =
  (role: Role) =>
  ({ row }: CellProps) => (
    <>
      <Link to={paths.auctionDetail(role, row.id)} className={`${rowCss.title} title-link`}>
        {row.title}
      </Link>
      <AuctionKind auction={row} />
      <RequestMark auction={row} />
      <OwnPart auction={row} />
    </>
  );

function Phase({ row }: CellProps) {
  return (
    <div className={rowCss.phase} data-tour="phase">
      <PhaseMarks auction={row} />
    </div>
  );
}

function At({ time }: { time: string }) {
  const language = useLanguage();
  return (
    <time className={rowCss.at} dateTime={time} title={formatUtc(time)}>
      {formatDateTime(time, language)}
    </time>
  );
}

const Start = ({ row }: CellProps) => <At time={row.startTime} />;

/** Shows the current end; a paused auction has none. */
function End({ row }: CellProps) {
  const say = useSay();
  return row.pausedAt === null ? <At time={row.auctionEndTime} /> : say('auction.pausedEnd');
}

const Items = ({ row }: CellProps) => <ItemNames names={row.itemNames} count={row.itemCount} most={1} />;
const Quantity = ({ row }: CellProps) => <span className="figure">{formatQuantity(row.totalQuantity)}</span>;

function PriceCell({ row }: CellProps) {
  const say = useSay();
  const price = listedPrice(row);
  return (
    <>
      {price && <span className="figure">{formatMoney(price.price, env().currency)}</span>}
      <span className={rowCss.quiet}>
        {price && say(price.label)}
        {row.bidCount !== null && (
          <span>{say('room.bidCount', { count: row.bidCount, shown: formatQuantity(row.bidCount) })}</span>
        )}
      </span>
    </>
  );
}

/** Returns the columns of the auction table for a role. */
const columnsOf = (role: Role): readonly Column<ListedAuction>[] => [
  { id: 'title', title: 'auction.title', Cell: titleFor(role) },
  { id: 'phase', title: 'auction.status', Cell: Phase },
  { id: 'start', title: 'auction.start', Cell: Start },
  { id: 'end', title: 'auction.end', Cell: End },
  { id: 'items', title: 'auction.items', Cell: Items },
  { id: 'quantity', title: 'auction.totalQuantity', align: 'end', Cell: Quantity },
  { id: 'price', title: 'auction.price', align: 'end', Cell: PriceCell },
  {
    id: 'actions',
    title: 'auction.actions',
    width: '1%',
    Cell: ({ row }: CellProps) => (
      <div className={rowCss.actions}>
        <WatchButton auction={row} />
        <AuctionButtons auction={row} role={role} size="xs" />
      </div>
    ),
  },
];

/**
 * The columns of the auction table for each role. They are created only once, because new columns make the table render
 * again.
 */
export const AUCTION_COLUMNS: Record<Role, readonly Column<ListedAuction>[]> = {
  admin: columnsOf('admin'),
  user: columnsOf('user'),
};
