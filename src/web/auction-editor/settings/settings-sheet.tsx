import type { ReactNode } from 'react';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';

type StoredFormOptions<Stored, Values extends object> = Parameters<typeof useStoredForm<Stored, Values>>[0];
type Props<Stored, Values extends object> = StoredFormOptions<Stored, Values> & {
  children: (form: Form<Values>) => ReactNode;
};

/** The settings form of an auction or of a sell order, new or stored, with the bar that saves it. */
export function SettingsSheet<Stored, Values extends object>({ children, ...options }: Props<Stored, Values>) {
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm(options);
  const asNew = !options.stored && { isNew: true, submit: 'auction.saveAndAddItems' as const };
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || options.isClosed}
      onSend={run}
      foot={!options.isClosed && <SaveBar isDirty={isDirty} isPending={isPending} {...asNew} />}
    >
      {children(form)}
    </FormSheet>
  );
}
