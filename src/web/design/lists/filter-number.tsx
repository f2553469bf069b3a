import { TextInput } from '@mantine/core';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';
import { useFilter, useTypedFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { /** Its search parameter in the URL. */ name: string; label: PhraseKey; isGrouped?: boolean };

const isWrong = (text: string): boolean => {
  const typed = numberOfText(text);
  return typed !== null && !(typed >= 0);
};

/** A filter of a list by a figure, bound to the URL; a pause in typing takes it over. */
export function FilterNumber({ name, label, isGrouped = true }: Props) {
  const say = useSay();
  const [found] = useFilter(name);
  const { text, type, take } = useTypedFilter(name, {
    inUrl: typeof found === 'number' ? found : undefined,
    textOf: (figure) => textOfNumber(figure ?? null, 0, isGrouped),
    valueOf: (typed) => numberOfText(typed) ?? undefined,
    isWrong,
    pauseMs: 400,
  });
  return (
    <TextInput
      label={say(label)}
      inputMode="decimal"
      autoComplete="off"
      error={isWrong(text)}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(text)}
    />
  );
}
