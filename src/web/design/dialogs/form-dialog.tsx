import { Button, Group, Stack } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import type { ReactNode } from 'react';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useFocusInvalid } from '#web/design/forms/focus-invalid.ts';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import css from './form-dialog.module.css';

type Props = {
  title: PhraseKey;
  submit: PhraseKey;
  isOpen: boolean;
  onClose: () => void;
  onSubmit: () => void;
  /** The server's refusal, or null. Required, so that every form shows its errors. */
  error: ApiError | null;
  /** True while the form is being sent. Required, so that no form is sent twice. */
  isPending: boolean;
  /** True if the form has unsaved input. Required, so that closing never discards input without a question. */
  isDirty: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** True for an action that cannot be undone. */
  isDangerous?: boolean;
  children: ReactNode;
};

/**
 * A form in a dialog, with a submit button, a cancel button and the server's errors. A sentence replaces the submit
 * button for administrators whose roles do not allow the change.
 */
export function FormDialog(props: Props) {
  const say = useSay();
  const { title, submit, isOpen, onClose, onSubmit, error, isPending, isDirty, size, isDangerous, children } = props;
  const { ref, focusWrong } = useFocusInvalid<HTMLFormElement>(error);
  const reason = useChangeReason();
  const isUnsaved = isDirty && isOpen && !isPending;
  useLeaveGuard(isUnsaved);
  const leave = async () => {
    if (!isUnsaved || (await confirmDiscard())) onClose();
  };
  return (
    <Dialog title={say(title)} isOpen={isOpen} onClose={() => void leave()} {...(size && { size })}>
      <form
        ref={ref}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending || reason) return;
          onSubmit();
          focusWrong();
        }}
      >
        <Stack gap="md">
          {children}
          <FormError error={error} />
          {reason && <p role="note">{say(reason)}</p>}
          <Group justify="flex-end" gap="xs" className={css.foot}>
            <Button variant="default" onClick={() => void leave()} disabled={isPending}>
              {/* Beside "Cancel the bid", a button "Cancel" would be ambiguous. */}
              {say(isDangerous ? 'action.goBack' : 'action.cancel')}
            </Button>
            {reason === undefined && (
              <Button type="submit" loading={isPending} {...(isDangerous && { color: 'red.8' })}>
                {say(submit)}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
