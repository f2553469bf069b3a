import { Checkbox, Input } from '@mantine/core';
import { type FieldProps, useFieldProps } from '#web/design/fields/field.ts';
import css from './checks-field.module.css';

type Choice<Value> = { readonly value: Value; readonly label: string; readonly help?: string };
type Props<Value> = FieldProps<readonly Value[]> & {
  readonly choices: readonly Choice<Value>[];
  /** Whether each line has two choices, because they are pairs. */
  readonly inPairs?: boolean;
  /** Whether each choice has a line of its own. */
  readonly inLines?: boolean;
};

/** A field with a check box for each choice. Values keep the order of the choices. */
export function ChecksField<Value extends string>({
  choices,
  inPairs = false,
  inLines = false,
  ...props
}: Props<Value>) {
  const { label, error, withAsterisk, disabled } = useFieldProps(props);
  const { value: chosen, onChange } = props;
  const toggle = (value: Value, isOn: boolean) =>
    onChange(choices.map((one) => one.value).filter((one) => (one === value ? isOn : chosen.includes(one))));
  return (
    <Input.Wrapper {...{ label, error, withAsterisk }} labelElement="div">
      <div
        role="group"
        aria-label={label}
        className={css.choices}
        data-pairs={inPairs || undefined}
        data-lines={inLines || undefined}
      >
        {choices.map(({ value, label: name, help }) => (
          <Checkbox
            key={value}
            label={name}
            description={help}
            disabled={disabled}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
            error={error !== undefined}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
