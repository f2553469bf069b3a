import type { Choice } from '#web/design/fields/select-field.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** The filter's search parameter in the URL. */
  name: string;
  label: PhraseKey;
  /** The label of the option that removes the filter. */
  all: PhraseKey;
  choices: readonly Choice[];
};

/** A list filter with a few visible options. Choosing another option returns to the first page. */
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
