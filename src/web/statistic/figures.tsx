import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { StatisticTotals } from '#contract/statistic.ts';
import { Hint } from '#web/design/hint.tsx';
import { env } from '#web/platform/env.ts';
import { formatCompact, formatMoney, formatPercent, formatQuantity } from '#web/platform/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import css from './dashboard.module.css';

type Shown = { readonly label: PhraseKey; readonly short: string; readonly exact: string };

const count = (label: PhraseKey, value: number): Shown => ({
  label,
  short: formatCompact(value),
  exact: formatQuantity(value),
});

function shownOf(totals: StatisticTotals, currency: string): Shown[] {
  const { offered, sold, value, averagePrice, weightedPrice } = totals;
  const price = (label: PhraseKey, cents: number | null): Shown => {
    const exact = cents === null ? '–' : formatMoney(cents, currency);
    return { label, short: exact, exact };
  };
  const share = offered === 0 ? '–' : formatPercent((sold / offered) * 100);
  return [
    count('statistics.auctions', totals.auctions),
    count('statistics.participants', totals.participants),
    count('statistics.bids', totals.bids),
    count('statistics.offered', offered),
    count('statistics.sold', sold),
    { label: 'statistics.sellThrough', short: share, exact: share },
    {
      label: 'statistics.value',
      short: `${currency} ${formatCompact(Number(value))}`,
      exact: formatMoney(value, currency),
    },
    price('statistics.averagePrice', averagePrice),
    price('statistics.weightedPrice', weightedPrice),
  ];
}

/** The totals of a range: large ones abbreviated, the exact value where one asks for it. */
export function Figures({ totals }: { totals: StatisticTotals }) {
  const say = useSay();
  return (
    <dl className={css.figures}>
      {shownOf(totals, env().currency).map(({ label, short, exact }) => (
        <div key={label} className={css.figure}>
          <dt>{say(label)}</dt>
          <dd>
            {short === exact ? (
              exact
            ) : (
              <Hint label={exact}>
                <button type="button" className={css.short} aria-label={exact}>
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

export function FiguresSkeleton() {
  return (
    <div className={css.figures} aria-hidden>
      {Array.from({ length: 9 }, (_, at) => (
        <div key={at} className={css.figure}>
          <Skeleton height={11} width="60%" my={3} />
          <Skeleton height={22} width="80%" mt={6} mb={4} />
        </div>
      ))}
    </div>
  );
}
