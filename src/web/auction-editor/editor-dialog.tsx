import type { ComponentProps } from 'react';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

type Looks = 'title' | 'submit' | 'size' | 'isDangerous' | 'onClose' | 'children';
type Props<Values extends object, Reply> = Pick<ComponentProps<typeof FormDialog>, Looks> & {
  form: Form<Values>;
  send: () => Promise<Reply>;
  /** Reloads the changed data. */
  changed: () => Promise<unknown>;
  /** Returns the message shown on success. */
  done: () => string;
  /** Handles a refusal. Errors at fields are already shown. */
  onRefused?: (error: ApiError) => void;
  isBusy?: boolean;
};

/**
 * A form in a dialog. The dialog checks and sends the input, and closes on success. On a refusal it stays open and
 * shows the errors.
 */
export function EditorDialog<Values extends object, Reply>(props: Props<Values, Reply>) {
  const { form, send, changed, done, onRefused, isBusy = false, ...looks } = props;
  const { run, isPending, error } = useChange({
    send,
    onDone: async () => {
      await changed();
      toast('good', done());
      looks.onClose();
    },
    onRefused: (refused) => {
      form.refuse(refused.fields);
      onRefused?.(refused);
    },
  });
  return (
    <FormDialog
      {...looks}
      isOpen
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending || isBusy}
      isDirty={form.isDirty}
    />
  );
}
