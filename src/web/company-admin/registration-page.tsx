import { useQuery } from '@tanstack/react-query';
import { type Registration, REGISTRATION_PAGE } from '#contract/company/registration.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { DetailSkeleton } from '#web/company-admin/detail-skeleton.tsx';
import { RegistrationActions } from '#web/company-admin/registration-actions.tsx';
import { registrationQuery, remarksQuery } from '#web/company-admin/registration-query.ts';
import { SameNumberNote } from '#web/company-admin/same-number-note.tsx';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { RegistrationBadge } from '#web/company/registration-badge.tsx';
import { RemarkTimeline } from '#web/company/remark-timeline.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** One registration: what the company says of itself, what was done with it, and what can be done next. */
export function RegistrationPage({ id }: { id: string }) {
  const say = useSay();
  useLiveQueries('admin', REGISTRATION_PAGE, 'registrations');
  const query = useQuery(registrationQuery(id));
  const language = useLanguage();
  useDocumentTitle(query.data ? companyNameIn(language, query.data) : say('registration.title'));
  return (
    <Loaded query={query} skeleton={<DetailSkeleton />}>
      {(registration) => <Shown registration={registration} />}
    </Loaded>
  );
}

function Shown({ registration }: { registration: Registration }) {
  return (
    <>
      <PageTitle
        title={{ text: companyNameIn(useLanguage(), registration) }}
        back={{ to: paths.accountRegistrations, label: 'registration.title' }}
        beside={<RegistrationBadge status={registration.status} />}
        actions={<RegistrationActions registration={registration} />}
      />
      <SameNumberNote others={registration.sameNumber} />
      <DetailColumns
        main={<CompanyFacts company={registration} />}
        aside={
          <>
            <Card title="registration.handling">
              <Facts>
                <Fact label="registration.registrant">
                  {registration.username} ({registration.email})
                </Fact>
                <Fact label="registration.submittedAt">
                  <Moment at={registration.submittedAt} />
                </Fact>
                <Fact label="registration.takenUpBy">{registration.takenUpBy}</Fact>
              </Facts>
            </Card>
            <RemarkHistory id={registration.id} />
          </>
        }
      />
    </>
  );
}

/** Every step of a registration: who took it, when, and what they remarked. */
function RemarkHistory({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(remarksQuery(id));
  return (
    <Card title="registration.history">
      {data ? (
        <RemarkTimeline steps={data.map(({ username, ...step }) => ({ ...step, who: username }))} />
      ) : (
        error && <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
