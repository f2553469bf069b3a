import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from '#web/design/confirm.tsx';
import { readTokens } from '#web/platform/session.ts';

const wantsToStay = async (): Promise<boolean> => {
  const mayLeave = await confirm({
    title: 'shell.unsavedTitle',
    text: 'shell.unsavedText',
    yes: 'action.leave',
    isDangerous: true,
  });
  return !mayLeave;
};

/** Asks before a page with unsaved changes is left, also by closing the tab. */
export function useLeaveGuard(isDirty: boolean): void {
  const [page] = useState(() => location.pathname);
  const shouldBlockFn: ShouldBlockFn = async ({ current, next }) => {
    // Whoever was asked and left stands on another page already, though the form is on screen until that one has loaded.
    // Search parameters of the page are no leaving, and a session that ended takes everyone to sign-in.
    if (current.pathname !== page || next.pathname === page || !readTokens()) return false;
    return wantsToStay();
  };
  useBlocker({ shouldBlockFn, disabled: !isDirty, enableBeforeUnload: isDirty });
}
