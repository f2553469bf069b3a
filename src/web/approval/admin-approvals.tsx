import { lazy, Suspense } from 'react';
import type { Role } from '#web/platform/session/session.ts';

/** Lazy-loaded: only administrators see requests. */
const WaitingApprovals = lazy(() => import('#web/approval/waiting-approvals.tsx'));

type Props = {
  role: Role;
  /** The auction or the settlement. */
  pageId: string;
};

/** Shows administrators the acts that wait for an approval, on a page that users see, too. */
export const AdminApprovals = ({ role, pageId }: Props) =>
  role === 'admin' && (
    <Suspense>
      <WaitingApprovals pageId={pageId} />
    </Suspense>
  );
