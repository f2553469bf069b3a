import { IconCircleCheck, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './save-bar.module.css';

type Props = {
  isNew?: boolean;
  isDirty: boolean;
  isPending: boolean;
  /** What its button says. */
  submit?: PhraseKey;
  /** Why it can't be saved as it is. */
  reason?: PhraseKey | undefined;
  /** Other ways out, beside it. */
  children?: ReactNode;
};

/** Stays in sight at the foot of a long form: what is saved, and the button that saves. */
export function SaveBar({ isNew = false, isDirty, isPending, submit = 'action.saveChanges', reason, children }: Props) {
  const say = useSay();
  const isSaved = !isNew && !isDirty;
  const Picture = isSaved ? IconCircleCheck : IconPencil;
  return (
    <div className={css.bar}>
      <span className={css.state} data-saved={isSaved || undefined}>
        {(isSaved || isDirty) && (
          <>
            <Picture size={16} aria-hidden />
            {say(isSaved ? 'shell.allSaved' : 'shell.unsaved')}
          </>
        )}
      </span>
      <div className={css.buttons}>
        {children}
        <ReasonButton type="submit" loading={isPending} reason={isSaved ? 'shell.nothingChanged' : reason}>
          {say(submit)}
        </ReasonButton>
      </div>
    </div>
  );
}
