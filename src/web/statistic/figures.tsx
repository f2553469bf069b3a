import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { Purchases, StatisticTotals } from '#contract/statistic.ts';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { formatCompact, formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './statistic.module.css';

/** A figure with its label. `short` is shown on the page, `exact` in the tooltip. */
export type FigureText = { readonly label: PhraseKey; readonly short: string; readonly exact: string };

/** Returns a figure for a whole number: `short` is abbreviated (`1.2M`), `exact` has grouped digits. */
export const count = (label: PhraseKey, value: number): FigureText => ({
  label,
  short: formatCompact(value),
  exact: formatQuantity(value),
});

/** Returns a figure for an amount of money: `short` is abbreviated, `exact` has both decimals. */
export const money = (label: PhraseKey, value: string, currency: string): FigureText => ({
  label,
  short: `${currency} ${formatCompact(Number(value))}`,
  exact: formatMoney(value, currency),
});

/** Returns a figure for a price. Prices are never abbreviated. The figure is “–” if nothing was sold. */
function price(label: PhraseKey, value: number | null, currency: string): FigureText {
  const exact = value === null ? '–' : formatMoney(value, currency);
  return { label, short: exact, exact };
}

/**
 * Returns the figures of a range. The sell-through is the sold share of the offered RECs. The sell-through is “–” if
 * nothing was offered.
 */
function figuresOf(totals: StatisticTotals, currency: string): FigureText[] {
  const { offered, sold, value, averagePrice, weightedPrice } = totals;
  const share = offered === 0 ? '–' : formatPercent((sold / offered) * 100);
  return [
    count('statistics.auctions', totals.auctions),
    count('statistics.participants', totals.participants),
    count('statistics.bids', totals.bids),
    count('statistics.offered', offered),
    count('statistics.sold', sold),
    { label: 'statistics.sellThrough', short: share, exact: share },
    money('statistics.value', value, currency),
    price('statistics.averagePrice', averagePrice, currency),
    price('statistics.weightedPrice', weightedPrice, currency),
  ];
}

/** Shows the totals of auctions in a range. */
export const AuctionFigures = ({ totals }: { totals: StatisticTotals }) => (
  <Figures shown={figuresOf(totals, env().currency)} />
);

/** Shows the totals of marketplace purchases in a range. */
export function PurchaseFigures({ totals }: { totals: Purchases['totals'] }) {
  const { currency } = env();
  const { buyOrders, buyers, sold, value, weightedPrice } = totals;
  const shown = [
    count('statistics.buyOrders', buyOrders),
    count('statistics.buyers', buyers),
    count('statistics.sold', sold),
    money('statistics.value', value, currency),
    price('statistics.weightedPrice', weightedPrice, currency),
  ];
  return <Figures shown={shown} />;
}

/** Shows figures, the large ones abbreviated. A tooltip shows each exact value. */
export function Figures({ shown }: { shown: readonly FigureText[] }) {
  const say = useSay();
  return (
    <dl className={css.figures}>
      {shown.map(({ label, short, exact }) => (
        <div key={label} className={css.figure}>
          <dt>{say(label)}</dt>
          <dd>
            {short === exact ? (
              exact
            ) : (
              <Hint label={exact}>
                <button type="button" className={css.short} aria-label={`${short} (${exact})`}>
                  {short}
                </button>
              </Hint>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Placeholders for the figures while they load. Hidden from screen readers. */
export function FiguresSkeleton({ length = 9 }: { length?: number }) {
  return (
    <div className={css.figures} aria-hidden>
      {Array.from({ length }, (_, at) => (
        <div key={at} className={css.figure}>
          <Skeleton height={11} width="60%" my={3} />
          <Skeleton height={22} width="80%" mt={6} mb={4} />
        </div>
      ))}
    </div>
  );
}
