import { DatePickerInput } from '@mantine/dates';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useId } from 'react';
import { useDropTarget } from '#web/design/dialog-context.ts';
import { useFieldProps, type FieldProps } from '#web/design/field.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

const FORMATS = { en: 'MMM DD, YYYY', zh: 'YYYY年MM月DD日' };
const LOCALES = { en: 'en', zh: 'zh-cn' };

/** A date, as `2027-01-31`, on nobody's clock. Only forms load this file: it is heavy. */
export function DateField(props: FieldProps<string | null> & { earliest?: string }) {
  const language = useLanguage();
  const say = useSay();
  const id = useId();
  const drop = useDropTarget();
  const { value, onChange, earliest } = props;
  const { onBlur, ...fieldProps } = useFieldProps(props);
  return (
    <DatePickerInput
      {...fieldProps}
      // As in DateTimeField: the calendar's dialog is named after an element of this id, and has the focus within the field.
      id={id}
      placeholder={say('date.choose')}
      popoverProps={{ id, ...drop }}
      onDropdownClose={onBlur}
      ariaLabels={{
        previousMonth: say('date.previousMonth'),
        nextMonth: say('date.nextMonth'),
        previousYear: say('date.previousYear'),
        nextYear: say('date.nextYear'),
        previousDecade: say('date.previousDecade'),
        nextDecade: say('date.nextDecade'),
      }}
      weekendDays={[]}
      value={value}
      onChange={onChange}
      {...(earliest && { minDate: earliest })}
      valueFormat={FORMATS[language]}
      locale={LOCALES[language]}
      clearable
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}
