import { toast } from '#web/design/feedback/toast.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

type Change<Input, Reply> = Parameters<typeof useChange<Input, Reply>>[0];

/**
 * Like `useChange`, for changes at the identity service. A refusal is shown in a toast (docs/rules.md#error-messages)
 * and also in the form.
 */
export function useChangeWithToast<Input = void, Reply = unknown>({ onRefused, ...change }: Change<Input, Reply>) {
  const textOf = useErrorText();
  return useChange<Input, Reply>({
    ...change,
    onRefused: (error: ApiError) => {
      // The shell already reports a locked account, on every page (docs/rules.md#unauthorized-answers).
      if (error.code !== 'account_locked') toast('bad', textOf(error));
      onRefused?.(error);
    },
  });
}
