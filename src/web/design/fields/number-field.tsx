import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { numberOfText, textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';

type Props = FieldProps<number | null> & {
  /** Fraction digits shown at least; 0 for quantities, 2 for money. */
  digits?: number;
  /** Before the figure: a currency. */
  prefix?: string;
  /** After it: a unit, `%`. */
  suffix?: string;
  placeholder?: string;
  /** Off for years. */
  isGrouped?: boolean;
};

/**
 * A figure typed as text: nothing is corrected while typing, thousands are grouped on leaving the field. NaN stands for
 * what isn't a number, so that the rules can say so.
 */
export function NumberField(props: Props) {
  const { value, digits = 0, prefix, suffix, placeholder, autoFocus, isGrouped = true } = props;
  const shown = (figure: number | null) => textOfNumber(figure, digits, isGrouped);
  const [text, setText] = useState(shown(value));
  const fieldProps = useFieldProps(props);
  const complaint = useNumberComplaint()(text, props.refusal);
  const isSame = Object.is(numberOfText(text), value);
  // Set from outside (reset, a button of the form): show that instead of what was typed.
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
