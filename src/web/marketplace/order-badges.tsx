import {
  IconBan,
  IconBuildingStore,
  IconCircleCheck,
  IconCircleX,
  IconFlagCheck,
  IconHourglass,
  IconPackageOff,
  IconPencil,
  type Icon,
} from '@tabler/icons-react';
import type { SellOrderSummary } from '#contract/marketplace/sell-order.ts';
import type { BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { statusOfSellOrder, type SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './order-badges.module.css';

/**
 * The color and icon of each status of a buy order: approved is green, rejected red, any other gray
 * (docs/rules.md#status-colors).
 */
const BUY: Record<BuyOrderStatus, readonly [Tone, Icon]> = {
  Pending: ['quiet', IconHourglass],
  Approved: ['good', IconCircleCheck],
  Rejected: ['bad', IconCircleX],
  Cancelled: ['quiet', IconBan],
};

/** Shows the status of a buy order as a badge. */
export function BuyOrderBadge({ status }: { status: BuyOrderStatus }) {
  const [tone, icon] = BUY[status];
  return <StatusBadge tone={tone} icon={icon} label={`buyOrderStatus.${status}`} />;
}

/** The color and icon of each status of a sell order. */
const SELL: Record<SellOrderStatus, readonly [Tone, Icon]> = {
  unpublished: ['quiet', IconPencil],
  published: ['good', IconBuildingStore],
  sold_out: ['quiet', IconPackageOff],
  ended: ['quiet', IconFlagCheck],
  cancelled: ['quiet', IconBan],
};

/** The fields of a sell order that determine its status. */
type Timed = Pick<SellOrderSummary, 'status' | 'publishTime' | 'endTime' | 'remainingQuantity'>;

/** Returns a time in ms since 1970. Returns null if the order has no such time: it is not published, or has no end. */
const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** Returns the status of a sell order at a time. */
export const sellOrderStatusAt = (order: Timed, nowMs: number): SellOrderStatus =>
  statusOfSellOrder(
    {
      publishAtMs: msOf(order.publishTime),
      endAtMs: msOf(order.endTime),
      isCancelled: order.status === 'cancelled',
      remainingQuantity: order.remainingQuantity,
    },
    nowMs,
  );

/**
 * Returns the status of a sell order by the server's clock. The status changes in the second in which the order is
 * published or ends.
 */
export const useSellOrderStatus = (order: Timed): SellOrderStatus =>
  useAtSecond((nowMs) => sellOrderStatusAt(order, nowMs), msOf(order.publishTime) ?? 0);

/** The status of a sell order. Users see "available" for what administrators see as "published". */
export function SellOrderBadge({ order, role }: { order: Timed; role: Role }) {
  const status = useSellOrderStatus(order);
  const [tone, icon] = SELL[status];
  const word = role === 'user' && status === 'published' ? 'available' : status;
  return <StatusBadge tone={tone} icon={icon} label={`sellOrderStatus.${word}`} />;
}

/** Shows the time until the order is published or ends. Renders nothing if there is no such time. */
export function SellOrderTime({ order }: { order: Timed }) {
  const say = useSay();
  const status = useSellOrderStatus(order);
  const until = status === 'unpublished' ? order.publishTime : status === 'published' ? order.endTime : null;
  if (until === null) return null;
  return (
    <span className={css.time}>
      <span className={css.label}>{say(status === 'unpublished' ? 'sellOrder.publishesIn' : 'sellOrder.endsIn')}</span>
      <Countdown untilMs={Date.parse(until)} />
    </span>
  );
}
