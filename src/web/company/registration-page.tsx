import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { OwnRegistration } from '#contract/company/registration.ts';
import type { RegistrationEvent } from '#domain/company/registration.ts';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { RegistrationState } from '#web/company/registration-state.tsx';
import { RegistrationSteps } from '#web/company/registration-steps.tsx';
import { RemarkTimeline } from '#web/company/remark-timeline.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';
import css from './registration.module.css';

/** How far a registration has come; it changes before one's eyes when an admin acts (specification 2). */
export function RegistrationPage() {
  const { data: registration, error, refetch } = useOwnRegistration();
  // The guard of the route has seen one; since then it can only have been forgotten with the session.
  if (registration === null) return <Navigate to={paths.createRegistration} replace />;
  return (
    <div className={css.page}>
      <PageTitle title="register.title" note={registration && <CompanyName of={registration} />} />
      {registration ? (
        <Progress registration={registration} />
      ) : error ? (
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={220} />
      )}
    </div>
  );
}

/** Steps that are behind: what was returned or rejected is at the first one again. */
const DONE: Record<OwnRegistration['status'], number> = {
  New: 1,
  'In-Progress': 1,
  Returned: 0,
  Rejected: 0,
  Approved: 3,
};

const OWN_STEPS = new Set<RegistrationEvent>(['submit', 'resubmit']);

function Progress({ registration }: { registration: OwnRegistration }) {
  const say = useSay();
  return (
    <>
      <div className={css.card}>
        <RegistrationSteps done={DONE[registration.status]} />
        <RegistrationState registration={registration} />
      </div>
      <CompanyFacts company={registration} />
      <Card title="registration.history">
        <RemarkTimeline
          steps={registration.remarks.map((remark) => ({
            ...remark,
            who: say(OWN_STEPS.has(remark.action) ? 'register.you' : 'shell.administrator'),
          }))}
        />
      </Card>
    </>
  );
}

/** Where the line to the server is lost for long, it is asked for all the same. */
const ASK_AGAIN_MS = 30_000;

/** The own registration, anew whenever an admin has acted on it. */
function useOwnRegistration() {
  useLiveQueries('user', 'account-registration', registrationQuery.queryKey[0]);
  return useQuery({ ...registrationQuery, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always' });
}
