import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { readTokens } from '#web/platform/session/session.ts';

/**
 * True after the person chose to leave, until all guards of the page have let the navigation pass. So the page asks
 * only once.
 */
let isLeaving = false;

/** Asks whether to leave the page. Resolves to true if the person stays. */
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
 * Asks before the person leaves a page with unsaved changes, also before the tab is closed. If the page shows a later
 * step, such as a review, the browser's Back calls `stepBack` instead. `stepBack` shows the previous step.
 */
export function useLeaveGuard(isDirty: boolean, stepBack?: () => void): void {
  const [page] = useState(() => location.pathname);
  const shouldBlockFn: ShouldBlockFn = async ({ action, current, next }) => {
    // No question in three cases: the person has already left (the form stays visible until the next page is loaded),
    // only search parameters change, or the session has ended, which always leads to sign-in.
    if (current.pathname !== page || next.pathname === page || !readTokens()) return false;
    if (action !== 'BACK' || !stepBack) return wantsToStay();
    stepBack();
    return true;
  };
  useBlocker({ shouldBlockFn, disabled: !isDirty, enableBeforeUnload: isDirty });
}
