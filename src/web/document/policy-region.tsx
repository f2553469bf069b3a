import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '#web/platform/storage/store.ts';
import { openPolicyStore } from '#web/shell/open-policy.ts';

const PolicyDialog = lazy(async () => ({ default: (await import('#web/document/policy-dialog.tsx')).PolicyDialog }));

/** Shows a policy over the current page. Each navigation closes it (docs/rules.md#layout). */
export function PolicyRegion() {
  const router = useRouter();
  const policy = useStore(openPolicyStore);
  const close = () => openPolicyStore.set(undefined);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
        // A link to another section of the same text must not close the policy.
        if (pathChanged || !toLocation.hash) close();
      }),
    [router],
  );
  return (
    policy && (
      <Suspense>
        <PolicyDialog policy={policy} onClose={close} />
      </Suspense>
    )
  );
}
