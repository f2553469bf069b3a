import type { Choice } from '#web/design/fields/select-field.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** Its search parameter in the URL. */
  name: string;
  label: PhraseKey;
  /** The label of the option without a value in the URL. */
  all: PhraseKey;
  choices: readonly Choice[];
};

/** A list filter with a few visible options. A new choice returns to the first page. */
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
