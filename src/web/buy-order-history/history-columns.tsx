import { IconArrowBackUp, IconBuildingStore, IconCertificate, IconCircleCheck, IconGavel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { HoldingState } from '#contract/award/release.ts';
import type { Purchase } from '#contract/marketplace/buy-order-history.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './history-columns.module.css';

type Props = { row: Purchase };

/** The icon of each place where RECs are bought: an auction or the marketplace. */
const KINDS = { auction: IconGavel, marketplace: IconBuildingStore } as const;

/**
 * Returns the title column, which links to the purchase. A seller gets no link to a buy order, because only the buyer
 * can open the order's page.
 */
const TitleFor = (role: Role, side: 'bought' | 'sold') =>
  function Title({ row: { kind, title, auctionId, buyOrderId, reference } }: Props) {
    const say = useSay();
    const Picture = KINDS[kind];
    const order = buyOrderId !== null && side === 'bought' ? paths.buyOrder(role, buyOrderId) : undefined;
    const to = auctionId === null ? order : paths.auctionResult(role, auctionId);
    return (
      <>
        <div className={css.title}>{to ? <Link to={to}>{title}</Link> : title}</div>
        <div className={css.quiet}>
          <Picture size={14} aria-hidden /> {say(`buyOrderHistory.${kind}`)}
          {reference !== null && ` · ${reference}`}
        </div>
      </>
    );
  };

/** Lists the products of a purchase, with the quantity of each if there are several. */
function ProductsCell({ row: { goods } }: Props) {
  return (
    <ul className={css.goods}>
      {goods.map(({ name, quantity }) => (
        <li key={name}>
          {name}
          {goods.length > 1 && <span className={css.quiet}> · {formatQuantity(quantity)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The states of the RECs of a purchase, in the order of the screen. */
const PARTS = ['held', 'retired', 'released', 'resold'] as const;
/** The badge for a purchase whose RECs are all in the same state. */
const BADGES = {
  held: { tone: 'good', label: 'buyOrderHistory.allHeld', icon: IconCircleCheck },
  retired: { tone: 'info', label: 'buyOrderHistory.allRetired', icon: IconCertificate },
  released: { tone: 'warn', label: 'buyOrderHistory.allReleased', icon: IconArrowBackUp },
  resold: { tone: 'quiet', label: 'buyOrderHistory.allResold', icon: IconBuildingStore },
} as const;

/** Shows one badge if all RECs are in one state, or else the quantity in each state. */
function Whereabouts({ row: { goods } }: Props) {
  const say = useSay();
  const sum = (part: keyof HoldingState & (typeof PARTS)[number]): number =>
    goods.reduce((total, { holding }) => total + (holding?.[part] ?? 0), 0);
  const there = PARTS.map((part) => ({ part, quantity: sum(part) })).filter(({ quantity }) => quantity > 0);
  const [first] = there;
  if (!first) return '–';
  if (there.length === 1) return <StatusBadge {...BADGES[first.part]} />;
  return (
    <ul className={css.goods}>
      {there.map(({ part, quantity }) => (
        <li key={part}>{say(`whereabouts.${part}`, { quantity: formatQuantity(quantity) })}</li>
      ))}
    </ul>
  );
}

/** Returns the column of an amount. “–” means that the purchase has no such amount. */
const money = (id: 'price' | 'amount' | 'buyerFee' | 'sellerFee'): Column<Purchase> => ({
  id,
  title: `buyOrderHistory.${id}`,
  align: 'end',
  Cell: ({ row }) => <span className="figure">{row[id] === null ? '–' : formatAmount(row[id])}</span>,
});

const company = (id: 'buyer' | 'seller'): Column<Purchase> => ({
  id,
  title: `buyOrderHistory.${id}`,
  Cell: ({ row }) => row[id],
});

const date = { id: 'date', title: 'buyOrderHistory.date', Cell: ({ row }: Props) => <Moment at={row.date} /> } as const;
const goods = { id: 'goods', title: 'buyOrderHistory.goods', Cell: ProductsCell } as const;
const where = { id: 'where', title: 'buyOrderHistory.where', Cell: Whereabouts } as const;
const figures: readonly Column<Purchase>[] = [
  {
    id: 'quantity',
    title: 'buyOrderHistory.quantity',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatQuantity(row.quantity)}</span>,
  },
  money('price'),
  money('amount'),
];
const title = (role: Role, side: 'bought' | 'sold' = 'bought'): Column<Purchase> => ({
  id: 'title',
  title: 'buyOrderHistory.of',
  Cell: TitleFor(role, side),
});

/** The columns for admins, for buyers, and for sellers. */
export const HISTORY_COLUMNS: Record<'admin' | 'bought' | 'sold', readonly Column<Purchase>[]> = {
  admin: [
    date,
    title('admin'),
    goods,
    company('buyer'),
    company('seller'),
    ...figures,
    money('buyerFee'),
    money('sellerFee'),
    where,
  ],
  bought: [date, title('user'), goods, company('seller'), ...figures, money('buyerFee'), where],
  sold: [date, title('user', 'sold'), goods, company('buyer'), ...figures, money('sellerFee')],
};
