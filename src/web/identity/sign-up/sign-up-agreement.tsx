import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { AgreementField } from '#web/document/agreement-field.tsx';
import { useSignUp } from '#web/identity/sign-up/sign-up-context.ts';

/** Nobody signs up without having read the policies that there are. */
export function SignUpAgreement() {
  const { agreement, policies } = useSignUp();
  if (policies.error) return <ErrorState error={policies.error} onRetry={policies.retry} />;
  return policies.policies ? <AgreementField agreement={agreement} /> : <Skeleton height={44} />;
}
