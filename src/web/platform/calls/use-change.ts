import { useMutation } from '@tanstack/react-query';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';

/** A call, and the functions that run after its success or refusal. */
type Change<Input, Reply> = {
  send: (input: Input) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
  onRefused?: (error: ApiError) => void;
};

/** Returns a mutation. The form that uses the mutation shows the server's refusals. */
export function useChange<Input = void, Reply = unknown>({ send, onDone, onRefused }: Change<Input, Reply>) {
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: send,
    meta: { silent: true },
    onSuccess: onDone,
    onError: (thrown) => onRefused?.(asApiError(thrown)),
  });
  return { run: mutate, isPending, error: error ? asApiError(error) : null, data, reset };
}
