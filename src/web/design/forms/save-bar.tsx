import { IconCircleCheck, IconLock, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import css from './save-bar.module.css';

type Props = {
  isNew?: boolean;
  isDirty: boolean;
  isPending: boolean;
  /** The label of the save button. */
  submit?: PhraseKey;
  /** Tells which of several forms of a page is saved. */
  saved?: PhraseKey;
  /** The reason why the form cannot be saved now. */
  reason?: PhraseKey | undefined;
  /** Other buttons beside the save button. */
  children?: ReactNode;
};

/**
 * Always visible at the bottom of a long form: the state of saving, and the save button. Administrators whose roles do
 * not allow the change see the reason instead of the state, because the fields are disabled.
 */
export function SaveBar({
  isNew = false,
  isDirty,
  isPending,
  submit = 'action.saveChanges',
  saved = 'shell.allSaved',
  reason,
  children,
}: Props) {
  const say = useSay();
  const roleReason = useChangeReason();
  const isSaved = !isNew && !isDirty;
  const Picture = isSaved ? IconCircleCheck : IconPencil;
  return (
    <div className={css.bar}>
      <span className={css.state} data-saved={(isSaved && !roleReason) || undefined}>
        {roleReason ? (
          <>
            <IconLock size={16} aria-hidden />
            {say(roleReason)}
          </>
        ) : (
          (isSaved || isDirty) && (
            <>
              <Picture size={16} aria-hidden />
              {say(isSaved ? saved : 'shell.unsaved')}
            </>
          )
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
