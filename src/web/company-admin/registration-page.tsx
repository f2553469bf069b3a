import { useQuery } from '@tanstack/react-query';
import { REGISTRATION_PAGE, type Registration } from '#contract/company/registration.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { RegistrationBadge } from '#web/company/registration-badge.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { DetailSkeleton } from '#web/company-admin/detail-skeleton.tsx';
import { RegistrationActions } from '#web/company-admin/registration-actions.tsx';
import { registrationQuery } from '#web/company-admin/registration-query.ts';
import { RemarkHistory } from '#web/company-admin/remark-history.tsx';
import { SameNumberNote } from '#web/company-admin/same-number-note.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
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
