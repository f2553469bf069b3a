import type { Question } from '#web/design/dialogs/confirm-dialog.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

type Act<Subject, Reply> = {
  /** What is asked before it; without a question it is done at once. */
  readonly question?: (subject: Subject) => Question;
  readonly send: (subject: Subject) => Promise<Reply>;
  /** Reads again what it changes, also when it is refused: somebody else may have been faster. */
  readonly changed?: () => Promise<unknown>;
  /** What is told when it is done. */
  readonly done: (subject: Subject, reply: Reply) => string;
  readonly onDone?: (reply: Reply) => Promise<void>;
};

/** An act of one press: asked about, sent, and told in a toast, also why it was refused. */
export function useAct<Subject = void, Reply = unknown>({
  question,
  send,
  changed,
  done,
  onDone,
}: Act<Subject, Reply>) {
  const textOf = useErrorText();
  const { run, isPending } = useChange({
    send: async (subject: Subject) => ({ subject, reply: await send(subject) }),
    onDone: async ({ subject, reply }) => {
      await changed?.();
      toast('good', done(subject, reply));
      await onDone?.(reply);
    },
    onRefused: (error) => {
      void changed?.();
      toast('bad', textOf(error));
    },
  });
  const act = async (subject: Subject) => {
    if (!question || (await confirm(question(subject)))) run(subject);
  };
  return { act: (subject: Subject) => void act(subject), isPending };
}
