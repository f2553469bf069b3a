import { DatePick } from '#web/design/dates/date-time-field.tsx';
import { useFilter, useFilterOn } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A date filter of a list. `name` is its search parameter in the URL. */
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
