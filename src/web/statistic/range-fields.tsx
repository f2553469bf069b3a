import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useNavigate } from '@tanstack/react-router';
import type { judgeRange } from '#domain/statistic/judge-range.ts';
import { DatePick } from '#web/design/dates/date-time-field.tsx';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { RANGE_CHOICES, type chosenRange, type RangeChoice } from '#web/statistic/statistic-search.ts';
import css from './statistic.module.css';

/** Ready-made ranges; choosing one's own begins with the days that were shown before. */
export function RangeSelect({ range }: { range: ReturnType<typeof chosenRange> }) {
  const say = useSay();
  const navigate = useNavigate();
  const choose = (choice: RangeChoice) => {
    const days =
      choice === 'own'
        ? { from: range.from ?? undefined, to: range.to ?? undefined }
        : { from: undefined, to: undefined };
    void navigate({ to: '.', search: (before: object) => ({ ...before, range: choice, ...days }) });
  };
  return (
    <NativeSelect
      aria-label={say('statistics.range')}
      data={RANGE_CHOICES.map((value) => ({ value, label: say(`statistics.ranges.${value}`) }))}
      value={range.choice}
      onChange={({ currentTarget: { value } }) => choose(RANGE_CHOICES.find((one) => one === value) ?? 'own')}
    />
  );
}

type DaysProps = { range: ReturnType<typeof chosenRange>; wrong: ReturnType<typeof judgeRange> };

/** First and last day of one's own range, and why it can't be read. */
export function RangeDays({ range, wrong }: DaysProps) {
  const say = useSay();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const field = (name: 'from' | 'to') => ({
    value: range[name],
    onChange: (day: string | null) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, [name]: day ?? undefined }) }),
    error: wrong[name] && textOf(wrong[name]),
  });
  return (
    <div className={css.days}>
      <DatePick label={say('statistics.firstDay')} {...field('from')} />
      <DatePick label={say('statistics.lastDay')} {...field('to')} />
    </div>
  );
}
