import { useNavigate, useSearch } from '@tanstack/react-router';
import { DatePick } from '#web/design/dates/date-pick.tsx';
import { useFilterOn } from '#web/design/lists/filters-on.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A filter of a list by a date, bound to the URL by its name; another date starts at the first page. */
export function DateFilter({ name, label }: { name: string; label: PhraseKey }) {
  const say = useSay();
  const navigate = useNavigate();
  const chosen = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[name] });
  const day = typeof chosen === 'string' ? chosen : undefined;
  useFilterOn(name, day && [say(label), day].join(': '));
  return (
    <DatePick
      aria-label={say(label)}
      placeholder={say(label)}
      w={160}
      value={day ?? null}
      onChange={(date) =>
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, page: undefined, [name]: date ?? undefined }),
        })
      }
    />
  );
}
