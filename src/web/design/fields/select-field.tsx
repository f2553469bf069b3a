import { NativeSelect, Select } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useDropTarget } from '#web/design/dialogs/dialog-context.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './select-field.module.css';

/** A choice of a list: the stored value, and the text on screen. */
export type Choice<Value extends string = string> = { readonly value: Value; readonly label: string };

type SearchProps = FieldProps<string | null> & {
  choices: readonly Choice[];
  placeholder?: PhraseKey;
  /** Called with the typed text, if the server provides the choices. */
  onSearch?: (text: string) => void;
  isClearable?: boolean;
  /** Loading the choices failed. An empty list would suggest that there are none. */
  isFailed?: boolean;
};

/** A choice from a long list, found by typing. */
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
      // The typed text replaces the present choice and is not appended to its name.
      onFocus={selectText}
      onClick={selectText}
      comboboxProps={drop}
      // The list itself scrolls. A scroll box around it would be one more stop that keys cannot reach.
      withScrollArea={false}
      classNames={{ options: css.options ?? '' }}
      clearable={isClearable ?? false}
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      nothingFoundMessage={say(isFailed ? 'shell.loadFailed' : 'list.nothingFound')}
      // The server has already searched, also in other columns. Filtering again would remove such results.
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
    />
  );
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => currentTarget.select();

type SelectProps<Value extends string> = FieldProps<Value | null> & {
  choices: readonly Choice<Value>[];
  placeholder?: PhraseKey;
};

/** A choice from a short list, with the browser's own control: it works well on phones and by keyboard. */
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
