import { Link } from '@tanstack/react-router';
import type { ListedAuction } from '#contract/auction/auction.ts';
import { AuctionButtons, listedPrice, RequestMark } from '#web/auction/listed-parts.tsx';
import { AuctionKind, OwnPart } from '#web/auction/auction-facts.tsx';
import { PhaseBadge, PhaseTime } from '#web/auction/auction-phase.tsx';
import { ItemNames } from '#web/auction/item-names.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { WatchButton } from '#web/notice/watch-button.tsx';
import { paths } from '#web/paths.ts';
import { formatDateTime, formatMoney, formatQuantity, formatUtc } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-columns.module.css';

type Props = { row: ListedAuction };

const titleFor =
  (role: Role) =>
  ({ row }: Props) => (
    <>
      <Link to={paths.auctionDetail(role, row.id)} className={`${css.title} title-link`}>
        {row.title}
      </Link>
      <AuctionKind auction={row} />
      <RequestMark auction={row} />
      <OwnPart auction={row} />
    </>
  );

function Phase({ row }: Props) {
  return (
    <div className={css.phase} data-tour="phase">
      <PhaseBadge auction={row} />
      <PhaseTime auction={row} />
    </div>
  );
}

function At({ time }: { time: string }) {
  const language = useLanguage();
  return (
    <time className={css.at} dateTime={time} title={formatUtc(time)}>
      {formatDateTime(time, language)}
    </time>
  );
}

const Start = ({ row }: Props) => <At time={row.startTime} />;

function End({ row }: Props) {
  const say = useSay();
  return row.pausedAt === null ? <At time={row.auctionEndTime} /> : say('auction.pausedEnd');
}

const Items = ({ row }: Props) => <ItemNames names={row.itemNames} count={row.itemCount} most={1} />;
const Quantity = ({ row }: Props) => <span className="figure">{formatQuantity(row.totalQuantity)}</span>;

function Price({ row }: Props) {
  const say = useSay();
  const price = listedPrice(row);
  return (
    <>
      {price && <span className="figure">{formatMoney(price.price, env().currency)}</span>}
      <span className={css.quiet}>
        {price && say(price.label)}
        {row.bidCount !== null && (
          <span>{say('room.bidCount', { count: row.bidCount, shown: formatQuantity(row.bidCount) })}</span>
        )}
      </span>
    </>
  );
}

const columnsOf = (role: Role): readonly Column<ListedAuction>[] => [
  { id: 'title', title: 'auction.title', Cell: titleFor(role) },
  { id: 'phase', title: 'auction.status', Cell: Phase },
  { id: 'start', title: 'auction.start', Cell: Start },
  { id: 'end', title: 'auction.end', Cell: End },
  { id: 'items', title: 'auction.items', Cell: Items },
  { id: 'quantity', title: 'auction.totalQuantity', align: 'end', Cell: Quantity },
  { id: 'price', title: 'auction.price', align: 'end', Cell: Price },
  {
    id: 'actions',
    title: 'auction.actions',
    width: '1%',
    Cell: ({ row }: Props) => (
      <div className={css.actions}>
        <WatchButton auction={row} />
        <AuctionButtons auction={row} role={role} size="xs" />
      </div>
    ),
  },
];

export const AUCTION_COLUMNS: Record<Role, readonly Column<ListedAuction>[]> = {
  admin: columnsOf('admin'),
  user: columnsOf('user'),
};
