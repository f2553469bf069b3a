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
  /** Reads again what it changes. */
  changed: () => Promise<unknown>;
  /** What is told when it is done. */
  done: () => string;
  /** What else follows from a refusal; the fields show theirs. */
  onRefused?: (error: ApiError) => void;
  isBusy?: boolean;
};

/** A form in a dialog: checked, sent, and closed when it is done, or kept with what the server refused. */
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
