import { NativeSelect, Select } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useDropTarget } from '#web/design/dialogs/dialog-context.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './select-field.module.css';

/** One option of a list: the stored value, and the text on screen. */
export type Choice<Value extends string = string> = { readonly value: Value; readonly label: string };

type SearchProps = FieldProps<string | null> & {
  choices: readonly Choice[];
  placeholder?: PhraseKey;
  /** Called with the typed text. Set if the server provides the choices. */
  onSearch?: (text: string) => void;
  isClearable?: boolean;
  /** True if the choices could not be loaded. An empty list would suggest that there are none. */
  isFailed?: boolean;
};

/** A field to choose from a long list, by typing a part of the text. */
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
      // Selects the text, so that typing replaces the current choice and does not extend its name.
      onFocus={selectText}
      onClick={selectText}
      comboboxProps={drop}
      // The list itself scrolls. Keys could not reach a second scroll area around the list.
      withScrollArea={false}
      classNames={{ options: css.options ?? '' }}
      clearable={isClearable ?? false}
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      nothingFoundMessage={say(isFailed ? 'shell.loadFailed' : 'list.nothingFound')}
      // The server also searches columns that are not in the label. Filtering by label would hide such matches.
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
    />
  );
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => currentTarget.select();

type SelectProps<Value extends string> = FieldProps<Value | null> & {
  choices: readonly Choice<Value>[];
  placeholder?: PhraseKey;
};

/** A field to choose from a short list. The browser's own control works well on phones and by keyboard. */
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
