import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Card } from '#web/design/layout/facts.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './statistic.module.css';

type Props = { title: PhraseKey; lead?: ReactNode; files: ReactNode; chart: ReactNode; table: ReactNode };

/** A chart, which screen readers meet as the table that everybody may choose to see instead, or take along as a file. */
export function ChartCard({ title, lead, files, chart, table }: Props) {
  const say = useSay();
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const choice = (
    <div className={css.actions}>
      {files}
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
      {lead}
      {shown === 'chart' && (
        <div className={css.chart} aria-hidden inert>
          {chart}
        </div>
      )}
      <div className={shown === 'chart' ? `visually-hidden ${css.spoken}` : undefined}>{table}</div>
    </Card>
  );
}
