import type { ReactNode } from 'react';
import type { Field } from '#web/design/forms/use-form.ts';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** What every field takes beside `{...form.field('name')}`. */
export type FieldProps<Value> = Field<Value> & {
  label: PhraseKey;
  /** The rule or its reason, visible before anything is wrong. */
  help?: PhraseKey | { text: ReactNode };
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Why it is disabled. */
  disabledReason?: PhraseKey;
  /** What comes first: until then it is disabled, but marked as required, because it is filled in later. */
  waitsFor?: PhraseKey | undefined;
  autoFocus?: boolean;
  /** Larger where a form stands alone on its page. */
  size?: 'md';
};

/** The same props for every input of Mantine: words from keys, the refusal beside the field. */
export function useFieldProps<Value>(props: FieldProps<Value>) {
  const say = useSay();
  const textOf = useErrorText();
  const { help, disabledReason, waitsFor } = props;
  const isClosed = props.isDisabled ?? false;
  const note = isClosed && disabledReason ? disabledReason : (waitsFor ?? help);
  return {
    label: say(props.label),
    description: typeof note === 'object' ? note.text : note && say(note),
    error: props.refusal && textOf(props.refusal),
    // Rules answer for what is missing; the browser's own bubble would speak another language.
    required: false,
    withAsterisk: (props.isRequired ?? false) && !isClosed,
    disabled: isClosed || waitsFor !== undefined,
    ...(props.size && { size: props.size }),
    onBlur: props.onBlur,
  };
}
