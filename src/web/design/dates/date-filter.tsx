import { DatePick } from '#web/design/dates/date-time-field.tsx';
import { useFilter, useFilterOn } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A filter of a list by a date, bound to the URL by its name. */
export function DateFilter({ name, label }: { name: string; label: PhraseKey }) {
  const say = useSay();
  const [chosen, choose] = useFilter(name);
  const day = typeof chosen === 'string' ? chosen : undefined;
  useFilterOn(name, day && [say(label), day].join(': '));
  return (
    <DatePick
      aria-label={say(label)}
      placeholder={say(label)}
      w={160}
      value={day ?? null}
      onChange={(date) => choose(date ?? undefined)}
    />
  );
}
