import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ConfirmRegion } from '#web/design/dialogs/confirm.tsx';
import { NotFound } from '#web/design/feedback/empty-state.tsx';
import { ToastRegion } from '#web/design/feedback/toast.tsx';
import { PolicyRegion } from '#web/document/policy-region.tsx';
import type { RouterContext } from '#web/router.ts';
import { CrashPage } from '#web/shell/crash-page.tsx';
import { KeysRegion } from '#web/shell/keys-region.tsx';
import { NetworkWatch } from '#web/shell/network-watch.tsx';
import { SessionWatch } from '#web/shell/session-watch.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: CrashPage,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
      <ConfirmRegion />
      <PolicyRegion />
      <KeysRegion />
      <NetworkWatch />
      <SessionWatch />
    </>
  );
}
