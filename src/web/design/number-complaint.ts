import { numberOfText } from '#web/design/number-text.ts';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrase.ts';

/**
 * Returns what to say beside a field of figures: for a refused text that is no number, how to write one; else the words
 * of the refusal.
 */
export function useNumberComplaint(): (text: string, refusal: Wrong | undefined) => string | undefined {
  const say = useSay();
  const textOf = useErrorText();
  return (text, refusal) => refusal && (Number.isNaN(numberOfText(text)) ? say('shell.notANumber') : textOf(refusal));
}
