import type { Form } from '#web/design/forms/use-form.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** The call of a dialog, and what follows it. */
type Act<Reply> = {
  send: (keyFor: RequestKeys['keyFor']) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
  onRefused?: ((refused: ApiError) => void) | undefined;
  onClose: () => void;
};

/**
 * Sends the form of a dialog; the same content is sent with the same idempotency key. Returns props of `FormDialog`.
 */
export function useDialogForm<Values extends object, Reply>(form: Form<Values>, act: Act<Reply>) {
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => act.send(keys.keyFor),
    onDone: act.onDone,
    onRefused: (refused) => {
      keys.takeRefused(refused);
      form.refuse(refused.fields);
      act.onRefused?.(refused);
    },
  });
  const { onClose } = act;
  const onSubmit = () => form.check() && run();
  const dialog = { isOpen: true, size: 'sm', isPending, isDirty: form.isDirty, error, onClose, onSubmit } as const;
  return { dialog, run: () => run() };
}
