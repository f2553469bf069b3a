import { Checkbox, Input, SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import type { ChangeEvent } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import type { Choice } from '#web/design/fields/select-field.tsx';

/**
 * Returns the props that a switch and a checkbox share. Neither gets a required mark, because both always have a value.
 */
function useToggleProps(props: FieldProps<boolean>) {
  const { withAsterisk: _none, required: _never, ...fieldProps } = useFieldProps(props);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => props.onChange(event.currentTarget.checked);
  return { ...fieldProps, checked: props.value, onChange };
}

/** A switch, for a setting that is on or off. */
export const SwitchField = (props: FieldProps<boolean>) => <Switch {...useToggleProps(props)} />;

/** A checkbox, for an agreement or an option. */
export const CheckboxField = (props: FieldProps<boolean>) => <Checkbox {...useToggleProps(props)} />;

type ChoiceProps<Value extends string> = FieldProps<Value> & { choices: readonly Choice<Value>[] };

/** A field with two or three options, all visible. */
export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { label, description, error, disabled, withAsterisk } = useFieldProps(props);
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div">
      <div>
        <SegmentedControl<Value>
          aria-label={label}
          // Long labels wrap, on a phone or in another language.
          style={{ flexWrap: 'wrap', maxWidth: '100%' }}
          data={[...props.choices]}
          value={props.value}
          onChange={props.onChange}
          disabled={disabled}
        />
      </div>
    </Input.Wrapper>
  );
}
