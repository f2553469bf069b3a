import type { ConfirmQuestion } from '#web/design/dialogs/confirm-dialog.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useUndo, type Undo } from '#web/design/feedback/use-undo.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';

/** The question, the call and the messages of one button's action. */
type ActionOptions<Subject, Reply> = {
  /** The question before the action. Without a question, the action runs immediately. */
  readonly question?: (subject: Subject) => ConfirmQuestion;
  readonly send: (subject: Subject) => Promise<Reply>;
  /** Refetches the changed data. Also called after a refusal, because somebody else may have changed the data. */
  readonly changed?: () => Promise<unknown>;
  /** Returns the text of the success toast. */
  readonly done: (subject: Subject, reply: Reply) => string;
  readonly onDone?: (reply: Reply) => Promise<void>;
  /** Returns how the action is undone, or undefined if it cannot be. The success toast offers it. */
  readonly undo?: (subject: Subject, reply: Reply) => Undo | undefined;
};

/**
 * Returns the action of one button. It asks the question, sends the call, and shows the result or the refusal in a
 * toast. Administrators whose roles do not allow the change get the reason instead.
 */
export function useAction<Subject = void, Reply = unknown>({
  question,
  send,
  changed,
  done,
  onDone,
  undo,
}: ActionOptions<Subject, Reply>) {
  const textOf = useErrorText();
  const say = useSay();
  const reason = useChangeReason();
  const offerUndo = useUndo(changed);
  const { run, isPending } = useChange({
    send: async (subject: Subject) => ({ subject, reply: await send(subject) }),
    onDone: async ({ subject, reply }) => {
      await changed?.();
      const text = done(subject, reply);
      const way = undo?.(subject, reply);
      if (way) offerUndo(text, way);
      else toast('good', text);
      await onDone?.(reply);
    },
    onRefused: (error) => {
      void changed?.();
      toast('bad', textOf(error));
    },
  });
  const act = async (subject: Subject) => {
    if (reason) toast('bad', say(reason));
    else if (!question || (await confirm(question(subject)))) run(subject);
  };
  return { act: (subject: Subject) => void act(subject), isPending };
}
