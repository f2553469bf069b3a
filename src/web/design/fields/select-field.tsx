import { NativeSelect, Select } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useDropTarget } from '#web/design/dialogs/dialog-context.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './select-field.module.css';

export type Choice<Value extends string = string> = { readonly value: Value; readonly label: string };

type SearchProps = FieldProps<string | null> & {
  choices: readonly Choice[];
  placeholder?: PhraseKey;
  /** Set where the choices come from the server: called with what was typed. */
  onSearch?: (text: string) => void;
  isClearable?: boolean;
  /** The server couldn't be asked: an empty list would say that there are none. */
  isFailed?: boolean;
};

/** One of many, found by typing. */
export function SearchSelectField(props: SearchProps) {
  const say = useSay();
  const drop = useDropTarget();
  const { choices, placeholder, onSearch, isClearable, isFailed } = props;
  return (
    <Select
      {...useFieldProps(props)}
      data={[...choices]}
      value={props.value}
      onChange={(value) => props.onChange(value)}
      placeholder={placeholder && say(placeholder)}
      searchable
      // What one types replaces what is chosen, rather than being added to its name.
      onFocus={selectText}
      onClick={selectText}
      comboboxProps={drop}
      // The list itself scrolls: a box around it would be one more stop that keys can't reach.
      withScrollArea={false}
      classNames={{ options: css.options ?? '' }}
      clearable={isClearable ?? false}
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      nothingFoundMessage={say(isFailed ? 'shell.loadFailed' : 'list.nothingFound')}
      // The server has searched already; filtering its answer again would drop what it found by other columns.
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
    />
  );
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => currentTarget.select();

type SelectProps<Value extends string> = FieldProps<Value | null> & {
  choices: readonly Choice<Value>[];
  placeholder?: PhraseKey;
};

/** One of a few, with the browser's own list: right on phones, usable by keyboard. */
export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const say = useSay();
  const { choices, placeholder, value } = props;
  const blank = { value: '', label: placeholder ? say(placeholder) : '—', disabled: props.isRequired ?? false };
  return (
    <NativeSelect
      {...useFieldProps(props)}
      data={[...(placeholder || value === null ? [blank] : []), ...choices]}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        props.onChange(choices.find((choice) => choice.value === chosen)?.value ?? null);
      }}
    />
  );
}
