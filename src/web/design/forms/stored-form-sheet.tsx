import type { ReactNode } from 'react';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

type StoredFormOptions<Stored, Values extends object> = Parameters<typeof useStoredForm<Stored, Values>>[0];
type Props<Stored, Values extends object> = StoredFormOptions<Stored, Values> & {
  /** The label of the save button. */
  submit?: PhraseKey | undefined;
  /** Tells which of several forms of a page is saved. */
  saved?: PhraseKey;
  children: (form: Form<Values>) => ReactNode;
};

/** A long form for a stored or a new thing (`useStoredForm`), with the bar that saves it. A closed form has no bar. */
export function StoredFormSheet<Stored, Values extends object>({
  submit,
  saved,
  children,
  ...options
}: Props<Stored, Values>) {
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm(options);
  const words = { ...(submit && { submit }), ...(saved && { saved }) };
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || options.isClosed}
      onSend={run}
      foot={!options.isClosed && <SaveBar isNew={!options.stored} {...{ isDirty, isPending, ...words }} />}
    >
      {children(form)}
    </FormSheet>
  );
}
