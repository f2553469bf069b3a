import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Card } from '#web/design/facts.tsx';
import { Segments } from '#web/design/segments.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import css from './dashboard.module.css';

type Props = { title: PhraseKey; chart: ReactNode; table: ReactNode; actions?: ReactNode };

/** A chart, which screen readers meet as the table that everybody may choose to see instead. */
export function ChartCard({ title, chart, table, actions }: Props) {
  const say = useSay();
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const choice = (
    <div className={css.actions}>
      {actions}
      <Segments
        label={say('statistics.shownAs')}
        segments={[
          { value: 'chart', label: say('statistics.chart'), icon: IconChartBar },
          { value: 'table', label: say('statistics.table'), icon: IconTable },
        ]}
        value={shown}
        onChange={setShown}
      />
    </div>
  );
  return (
    <Card title={title} action={choice}>
      {shown === 'chart' && (
        <div className={css.chart} aria-hidden inert>
          {chart}
        </div>
      )}
      <div className={shown === 'chart' ? `visually-hidden ${css.spoken}` : undefined}>{table}</div>
    </Card>
  );
}
