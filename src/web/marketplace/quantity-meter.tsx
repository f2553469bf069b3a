import type { SellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { formatCompact, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './quantity-meter.module.css';

type Quantities = Pick<
  SellOrderSummary,
  'status' | 'totalQuantity' | 'remainingQuantity' | 'reservedQuantity' | 'soldQuantity'
>;

/** The parts of the total quantity: total = remaining + reserved + sold (decision 26). */
const PARTS = ['remainingQuantity', 'reservedQuantity', 'soldQuantity'] as const;

/** Returns a part of the whole as a CSS width. The width is 0 for an order without items. */
const share = (part: number, whole: number): string => `${whole > 0 ? (part / whole) * 100 : 0}%`;

/**
 * Shows how much of the total quantity remains, as a bar and in figures. If the order is over, the remaining quantity
 * is called unsold.
 */
export function QuantityMeter({ order }: { order: Quantities }) {
  const say = useSay();
  const { remainingQuantity: remaining, totalQuantity: total } = order;
  return (
    <div className={css.meter}>
      <Bar order={order} />
      <p className={css.words} title={`${formatQuantity(remaining)} / ${formatQuantity(total)}`}>
        {say(isOver(order.status) ? 'sellOrder.unsoldOf' : 'sellOrder.remainingOf', {
          remaining: formatCompact(remaining),
          total: formatCompact(total),
        })}
      </p>
    </div>
  );
}

/** Shows the bar, and a figure for each part of the total quantity. The figures are updated live. */
export function QuantityParts({ order }: { order: Quantities }) {
  const say = useSay();
  return (
    <div className={css.meter}>
      <Bar order={order} />
      <dl className={css.parts}>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>
              <span className={css.sign} data-part={part} aria-hidden />
              {say(`marketplace.${part}`)}
            </dt>
            <dd>{formatQuantity(order[part])}</dd>
          </div>
        ))}
        <div>
          <dt>{say('marketplace.totalQuantity')}</dt>
          <dd>{formatQuantity(order.totalQuantity)}</dd>
        </div>
      </dl>
    </div>
  );
}

/**
 * Shows a bar of remaining, reserved and sold RECs. Screen readers skip the bar, because text beside it gives the
 * figures.
 */
function Bar({ order }: { order: Quantities }) {
  return (
    <div className={css.bar} data-over={isOver(order.status) || undefined} aria-hidden>
      {PARTS.toReversed().map((part) => (
        <span key={part} data-part={part} style={{ width: share(order[part], order.totalQuantity) }} />
      ))}
    </div>
  );
}
