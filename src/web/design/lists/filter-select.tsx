import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Choice } from '#web/design/fields/select-field.tsx';
import { useFilter, useFilterOn } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** The filter's search parameter in the URL. */
  name: string;
  label: PhraseKey;
  /** The label of the option that removes the filter, such as "All countries". */
  all: PhraseKey;
  choices: readonly Choice[];
  /** Set if the fields beside the filter have visible labels. The label is then shown above the filter. */
  isLabelled?: boolean;
};

/** A list filter bound to the URL. A new choice returns to the first page. */
export function FilterSelect({ name, label, all, choices, isLabelled = false }: Props) {
  const say = useSay();
  const [chosen, choose] = useFilter(name);
  const value = typeof chosen === 'string' || typeof chosen === 'number' ? String(chosen) : '';
  const on = choices.find((choice) => choice.value === value);
  // A sort order is not a filter.
  useFilterOn(name, on && name !== 'sort' ? `${say(label)}: ${on.label}` : undefined);
  return (
    <NativeSelect
      {...{ [isLabelled ? 'label' : 'aria-label']: say(label) }}
      data={[{ value: '', label: say(all) }, ...choices]}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
    />
  );
}
