import type { Choice } from '#web/design/fields/select-field.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** Its search parameter in the URL. */
  name: string;
  label: PhraseKey;
  /** Says what is listed where the URL has no choice. */
  all: PhraseKey;
  choices: readonly Choice[];
};

/** A filter of a list with few choices, all of them in sight; another choice starts at the first page. */
export function FilterSegments({ name, label, all, choices }: Props) {
  const say = useSay();
  const [chosen, choose] = useFilter(name);
  return (
    <Segments
      label={say(label)}
      segments={[{ value: '', label: say(all) }, ...choices]}
      value={choices.find(({ value }) => value === chosen)?.value ?? ''}
      onChange={(next) => choose(next || undefined)}
    />
  );
}
