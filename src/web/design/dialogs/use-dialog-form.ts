import type { Form } from '#web/design/forms/use-form.ts';
import { useHeldAct } from '#web/design/dialogs/use-held-act.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** The call that a dialog sends, and the functions that handle its result. */
type Act<Reply> = {
  send: (keyFor: RequestKeys['keyFor']) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
  onRefused?: ((refused: ApiError) => void) | undefined;
  onClose: () => void;
};

/** Returns props of `FormDialog` that send a form. The same content is always sent with the same idempotency key. */
export function useDialogForm<Values extends object, Reply>(form: Form<Values>, act: Act<Reply>) {
  const keys = useRequestKeys();
  const takeHeld = useHeldAct(act.onClose);
  const { run, isPending, error } = useChange({
    send: () => act.send(keys.keyFor),
    onDone: act.onDone,
    onRefused: (refused) => {
      keys.takeRefused(refused);
      form.refuse(refused.fields);
      act.onRefused?.(refused);
      if (refused.code === 'approval_needed') takeHeld(refused);
    },
  });
  const { onClose } = act;
  const onSubmit = () => form.check() && run();
  const dialog = { isOpen: true, size: 'sm', isPending, isDirty: form.isDirty, error, onClose, onSubmit } as const;
  return { dialog, run: () => run() };
}
