import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';
import { useFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

const PAUSE_MS = 400;

type Props = { /** The filter's search parameter in the URL. */ name: string; label: PhraseKey; isGrouped?: boolean };

/** A number filter of a list, bound to the URL. It applies after a pause in typing. */
export function FilterNumber({ name, label, isGrouped = true }: Props) {
  const say = useSay();
  const [found, set] = useFilter(name);
  const inUrl: number | null = typeof found === 'number' ? found : null;
  const [text, setText] = useState(textOfNumber(inUrl, 0, isGrouped));
  const [seen, setSeen] = useState<number | null>(inUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== inUrl) {
    // The URL was changed by back, forward or "clear all", so the field follows it.
    setSeen(inUrl);
    setText(textOfNumber(inUrl, 0, isGrouped));
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const typed = numberOfText(text);
  const isWrong = typed !== null && !(typed >= 0);
  const take = (value: number | null) => {
    clearTimeout(timer.current);
    if (value !== null && !(value >= 0)) return;
    setSeen(value);
    set(value ?? undefined, true);
  };
  const type = (words: string) => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => take(numberOfText(words)), PAUSE_MS);
  };
  return (
    <TextInput
      label={say(label)}
      inputMode="decimal"
      autoComplete="off"
      error={isWrong}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(typed)}
    />
  );
}
