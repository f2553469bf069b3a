import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { confirm } from '#web/design/confirm.tsx';
import { readTokens } from '#web/platform/session.ts';

const shouldBlockFn: ShouldBlockFn = async ({ current, next }) => {
  // Search parameters of the page are no leaving, and a session that ended takes everyone to sign-in.
  if (current.pathname === next.pathname || !readTokens()) return false;
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
  useBlocker({ shouldBlockFn, disabled: !isDirty, enableBeforeUnload: isDirty });
}
