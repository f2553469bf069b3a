import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { readTokens } from '#web/platform/session/session.ts';

/** Set until everything else that guards the page has followed the answer: leaving asks once. */
let isLeaving = false;

async function wantsToStay(): Promise<boolean> {
  if (isLeaving) return false;
  isLeaving = await confirm({
    title: 'shell.unsavedTitle',
    text: 'shell.unsavedText',
    yes: 'action.leave',
    isDangerous: true,
  });
  setTimeout(() => (isLeaving = false));
  return !isLeaving;
}

/**
 * Asks before a page with unsaved changes is left, also by closing the tab. Where the page shows a later step, such as a
 * review, `stepBack` leads to the step before: the browser's Back calls it instead.
 */
export function useLeaveGuard(isDirty: boolean, stepBack?: () => void): void {
  const [page] = useState(() => location.pathname);
  const shouldBlockFn: ShouldBlockFn = async ({ action, current, next }) => {
    // Whoever was asked and left stands on another page already, though the form is on screen until that one has loaded.
    // Search parameters of the page are no leaving, and a session that ended takes everyone to sign-in.
    if (current.pathname !== page || next.pathname === page || !readTokens()) return false;
    if (action !== 'BACK' || !stepBack) return wantsToStay();
    stepBack();
    return true;
  };
  useBlocker({ shouldBlockFn, disabled: !isDirty, enableBeforeUnload: isDirty });
}
