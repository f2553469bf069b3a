import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useId } from 'react';
import { useDropTarget } from '#web/design/dialog-context.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

const LOCALES = { en: 'en', zh: 'zh-cn' };

/** What fields with a calendar have in common: how it speaks, looks and is cleared. */
export function useCalendar() {
  const language = useLanguage();
  const say = useSay();
  const id = useId();
  const drop = useDropTarget();
  return {
    // Mantine names the calendar's dialog after an element of this id, by its text: never an empty one.
    id,
    popoverProps: { id, ...drop },
    ariaLabels: {
      previousMonth: say('date.previousMonth'),
      nextMonth: say('date.nextMonth'),
      previousYear: say('date.previousYear'),
      nextYear: say('date.nextYear'),
      previousDecade: say('date.previousDecade'),
      nextDecade: say('date.nextDecade'),
    },
    // Weekends in red would look refused.
    weekendDays: [],
    locale: LOCALES[language],
    clearable: true,
    clearButtonProps: { 'aria-label': say('action.clear') },
    leftSection: <IconCalendar size={16} aria-hidden />,
  };
}
