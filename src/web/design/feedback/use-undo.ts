import { toast } from '#web/design/feedback/toast.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** How an act is undone. */
export type Undo = {
  /** The call that undoes the act. */
  readonly send: () => Promise<unknown>;
  /** The text of the message after it. */
  readonly done: string;
};

/**
 * Returns a function that shows what was done, with a button that undoes it. `changed` refetches the data that the
 * undoing changed. If the server refuses it, a message gives the reason.
 */
export function useUndo(changed?: () => Promise<unknown>): (text: string, undo: Undo) => void {
  const say = useSay();
  const textOf = useErrorText();
  const run = async ({ send, done }: Undo): Promise<void> => {
    try {
      await send();
      toast('good', done);
    } catch (error) {
      toast('bad', textOf(asApiError(error)));
    }
    await changed?.();
  };
  return (text, undo) => toast('good', text, { label: say('action.undo'), isUndo: true, run: () => void run(undo) });
}
