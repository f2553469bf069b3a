import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { numberOfText, textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';

type Props = FieldProps<number | null> & {
  /** The minimum number of fraction digits shown: 0 for quantities, 2 for money. */
  digits?: number;
  /** Shown before the number: a currency. */
  prefix?: string;
  /** Shown after the number: a unit, `%`. */
  suffix?: string;
  placeholder?: string;
  /** Whether thousands are grouped; false for years. */
  isGrouped?: boolean;
};

/**
 * A number typed as text. Nothing is corrected during typing; thousands are grouped when the focus leaves the field. If
 * the text is not a number, the value is NaN, and the form's rules refuse NaN.
 */
export function NumberField(props: Props) {
  const { value, digits = 0, prefix, suffix, placeholder, autoFocus, isGrouped = true } = props;
  const shown = (figure: number | null) => textOfNumber(figure, digits, isGrouped);
  const [text, setText] = useState(shown(value));
  const fieldProps = useFieldProps(props);
  const complaint = useNumberComplaint()(text, props.refusal);
  const isSame = Object.is(numberOfText(text), value);
  // The value was set from outside (a reset, a button of the form), so it replaces the typed text.
  if (!isSame && !(value !== null && Number.isNaN(value))) setText(shown(value));
  const type = (typed: string) => {
    setText(typed);
    props.onChange(numberOfText(typed));
  };
  const leave = () => {
    const parsed = numberOfText(text);
    if (parsed !== null && !Number.isNaN(parsed)) setText(shown(parsed));
    fieldProps.onBlur();
  };
  return (
    <TextInput
      {...fieldProps}
      error={complaint}
      inputMode={digits > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus ?? false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      leftSection={prefix && <span className="figure">{prefix}</span>}
      leftSectionWidth={prefix ? prefix.length * 9 + 18 : undefined}
      leftSectionPointerEvents="none"
      rightSection={suffix && <span className="figure">{suffix}</span>}
      rightSectionWidth={suffix ? suffix.length * 9 + 18 : undefined}
      rightSectionPointerEvents="none"
    />
  );
}
