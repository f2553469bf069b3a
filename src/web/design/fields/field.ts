import type { ReactNode } from 'react';
import type { Field } from '#web/design/forms/use-form.ts';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';

/** The props of every field component. `{...form.field('name')}` provides those of `Field`. */
export type FieldProps<Value> = Field<Value> & {
  label: PhraseKey;
  /** The rule of the field, or the reason for the rule. Shown also while there is no error. */
  help?: PhraseKey | { text: ReactNode };
  isRequired?: boolean;
  isDisabled?: boolean;
  /** The reason why the field is disabled. */
  disabledReason?: PhraseKey;
  /** The field that must be filled in first. Until then, this field is disabled but marked as required. */
  waitsFor?: PhraseKey | undefined;
  autoFocus?: boolean;
  /** Makes the field larger, for a form that is alone on its page. */
  size?: 'md';
};

/**
 * Returns the props that all Mantine inputs share: the translated texts, the error and the disabled state. Fields are
 * disabled for administrators whose roles do not allow the changes of this page; the save bar gives the reason.
 */
export function useFieldProps<Value>(props: FieldProps<Value>) {
  const say = useSay();
  const textOf = useErrorText();
  const { help, disabledReason, waitsFor } = props;
  const isOff = useChangeReason() !== undefined;
  const isClosed = isOff || (props.isDisabled ?? false);
  const note = props.isDisabled && disabledReason ? disabledReason : (waitsFor ?? help);
  return {
    label: say(props.label),
    description: typeof note === 'object' ? note.text : note && say(note),
    error: props.refusal && textOf(props.refusal),
    // Our rules report missing values. The browser's own message would be in another language.
    required: false,
    withAsterisk: (props.isRequired ?? false) && !isClosed,
    disabled: isClosed || waitsFor !== undefined,
    ...(props.size && { size: props.size }),
    onBlur: props.onBlur,
  };
}
