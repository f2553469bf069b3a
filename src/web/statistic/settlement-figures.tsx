import { useQuery } from '@tanstack/react-query';
import {
  getSettlementFiguresAsAdmin,
  getSettlementFiguresAsUser,
  type SettlementFigures as FiguresOfRange,
} from '#contract/settlement/settlement-figures.ts';
import type { RangePreset } from '#domain/statistic/range.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatPercent } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { count, Figures, FiguresSkeleton, money, type FigureText } from '#web/statistic/figures.tsx';
import { useStatisticFilter } from '#web/statistic/statistic-filters.tsx';
import css from './statistic.module.css';

/**
 * Shows figures of the settlements of a range, with the filters of the URL: for users those of their companies, for
 * administrators those of all.
 *
 * @param range the range if the URL has none
 */
export function SettlementFigures({ role, range }: { role: Role; range?: RangePreset }) {
  const say = useSay();
  const { query, isReadable } = useStatisticFilter(range);
  const route = role === 'admin' ? getSettlementFiguresAsAdmin : getSettlementFiguresAsUser;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readPageQuery(['settlement-figures', role, query], route, { query }),
    enabled: isReadable,
  });
  if (!isReadable) return null;
  return (
    <div className={css.settlements} data-stale={isPlaceholderData || undefined}>
      <Card title="statistics.settlements" action={<span className={css.note}>{say(noteOf(data, range))}</span>}>
        {data ? (
          <Shown figures={data} />
        ) : error ? (
          <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
        ) : (
          <FiguresSkeleton length={5} />
        )}
      </Card>
    </div>
  );
}

/** Returns the text beside the title: that there are no trades, the fixed range, or how the figures count. */
function noteOf(figures: FiguresOfRange | undefined, range: RangePreset | undefined): PhraseKey {
  if (figures?.trades === 0) return 'statistics.noTrades';
  return range ? `statistics.ranges.${range}` : 'statistics.settlementsNote';
}

/** Without trades the figures are zero and “–”, so that nothing moves when they arrive. */
function Shown({ figures }: { figures: FiguresOfRange }) {
  const say = useSay();
  const { currency } = env();
  const { daysToSettle, defaultRate } = figures;
  const plain = (label: FigureText['label'], text: string): FigureText => ({ label, short: text, exact: text });
  return (
    <Figures
      shown={[
        count('statistics.trades', figures.trades),
        money('statistics.settledValue', figures.settledValue, currency),
        money('statistics.overdueValue', figures.overdueValue, currency),
        plain('statistics.daysToSettle', daysToSettle === null ? '–' : say('statistics.days', { days: daysToSettle })),
        plain('statistics.defaultRate', defaultRate === null ? '–' : formatPercent(defaultRate)),
      ]}
    />
  );
}
