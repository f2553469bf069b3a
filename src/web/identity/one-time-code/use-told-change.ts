import { toast } from '#web/design/feedback/toast.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

type Change<Input, Reply> = Parameters<typeof useChange<Input, Reply>>[0];

/**
 * A change at the identity service whose refusals are told by a toast (docs/rules.md#error-messages), and stand in the
 * form too.
 */
export function useToldChange<Input = void, Reply = unknown>({ onRefused, ...change }: Change<Input, Reply>) {
  const textOf = useErrorText();
  return useChange<Input, Reply>({
    ...change,
    onRefused: (error: ApiError) => {
      // A locked account is warned of by the shell, as wherever it is met (docs/rules.md#unauthorized-answers).
      if (error.code !== 'account_locked') toast('bad', textOf(error));
      onRefused?.(error);
    },
  });
}
