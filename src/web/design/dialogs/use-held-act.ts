import { useQueryClient } from '@tanstack/react-query';
import { toast } from '#web/design/feedback/toast.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

/**
 * Returns the function for the answer `approval_needed`: the act now waits for another administrator. It says so,
 * closes the dialog, and shows the request on the page.
 */
export function useHeldAct(onClose: () => void) {
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  return (held: ApiError) => {
    toast('good', textOf(held));
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['approvals'] });
  };
}
