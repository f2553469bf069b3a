import { useAction } from '#web/design/dialogs/use-action.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Registration, REGISTRATION_PAGE, actOnRegistration } from '#contract/company/registration.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { REGISTRATION_ACTIONS, type RegistrationAction } from '#domain/company/registration.ts';
import { DetailSkeleton } from '#web/company-admin/detail-skeleton.tsx';
import { registrationQuery, remarksQuery, useRegistrationChanged } from '#web/company-admin/registration-query.ts';
import { SameNumberNote } from '#web/company-admin/same-number-note.tsx';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { RemarkTimeline, RegistrationBadge } from '#web/company/registration-looks.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { RemarkDialog, type RemarkWords } from '#web/design/dialogs/remark-dialog.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useUndo, type Undo } from '#web/design/feedback/use-undo.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useLanguage, useSay, type PhraseKey, type Say } from '#web/platform/phrases/phrase.ts';

/** One registration: the company's data, its history, and the possible next steps. */
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

/** Shows a company's registration, its history, and the buttons for a decision. */
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

/** Lists all steps of a registration, each with its author, time and remark. */
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

/** A step whose dialog takes a remark. Taking up a registration has no dialog. */
type Decision = Exclude<RegistrationAction, 'take-up'>;

/** The texts of each decision's dialog and toast. */
const WORDS: Record<Decision, Omit<RemarkWords, 'isRequired'> & { readonly done: PhraseKey }> = {
  approve: {
    title: 'registration.approveTitle',
    text: 'registration.approveText',
    help: 'registration.remarkOptionalHelp',
    submit: 'registration.approve',
    done: 'registration.approveDone',
  },
  return: {
    title: 'registration.returnTitle',
    text: 'registration.returnText',
    help: 'registration.remarkHelp',
    submit: 'registration.return',
    done: 'registration.returnDone',
  },
  reject: {
    title: 'registration.rejectTitle',
    text: 'registration.rejectText',
    help: 'registration.remarkHelp',
    submit: 'registration.reject',
    done: 'registration.rejectDone',
    isDangerous: true,
  },
  reopen: {
    title: 'registration.reopenTitle',
    text: 'registration.reopenText',
    help: 'registration.remarkHelp',
    submit: 'registration.reopen',
    done: 'registration.reopenDone',
  },
};

/** The decisions, in the order of their buttons. Approval is at the end, where people look first. */
const DECISIONS = ['return', 'reject', 'approve'] as const satisfies readonly Decision[];

/**
 * An administrator's actions on a registration. An administrator must take up a registration before anybody decides on
 * it.
 */
function RegistrationActions({ registration }: { registration: Registration }) {
  const say = useSay();
  // The version on screen when the dialog opened, so that nobody decides on data that they have not seen.
  const [open, setOpen] = useState<{ decision: Decision; version: number }>();
  const { id, status, version, accountId } = registration;
  const company = companyNameIn(useLanguage(), registration);
  const changed = useRegistrationChanged();
  const isNew = status === 'New';
  const notYet = isNew ? 'registration.takeUpFirst' : undefined;
  const offerUndo = useUndo(changed);
  const finish = async (decision: Decision, decided: Registration) => {
    await changed();
    const text = say(WORDS[decision].done, { company });
    if (decision === 'reject') offerUndo(text, reopening(decided, say));
    else toast('good', text);
    setOpen(undefined);
  };
  return (
    <>
      {accountId && (
        <Button variant="default" component={Link} to={paths.businessAccount(accountId)}>
          {say('registration.toAccount')}
        </Button>
      )}
      {isNew && <TakeUpButton registration={registration} />}
      {(isNew || status === 'In-Progress') &&
        DECISIONS.map((one) => (
          <ReasonButton
            key={one}
            variant={one === 'approve' ? 'filled' : 'default'}
            reason={notYet}
            isDangerous={one === 'reject'}
            onClick={() => setOpen({ decision: one, version })}
          >
            {say(WORDS[one].submit)}
          </ReasonButton>
        ))}
      {status === 'Rejected' && (
        <ReasonButton variant="default" onClick={() => setOpen({ decision: 'reopen', version })}>
          {say('registration.reopen')}
        </ReasonButton>
      )}
      {open && (
        <RemarkDialog
          words={{ ...WORDS[open.decision], isRequired: REGISTRATION_ACTIONS[open.decision].needsRemark }}
          params={{ company }}
          send={(remarkContent) =>
            api(actOnRegistration, {
              params: { id, action: open.decision },
              body: { version: open.version, remarkContent },
            })
          }
          onDone={(decided) => void finish(open.decision, decided)}
          onRefused={() => void changed()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** Returns how a rejection is undone. The remark tells the company why. */
const reopening = ({ id, version, companyName: company }: Registration, say: Say): Undo => ({
  send: () =>
    api(actOnRegistration, {
      params: { id, action: 'reopen' },
      body: { version, remarkContent: say('registration.undoRemark') },
    }),
  done: say('registration.reopenDone', { company }),
});

/** Assigns the registration to this admin, so that two admins do not review it at the same time. */
function TakeUpButton({ registration }: { registration: Registration }) {
  const say = useSay();
  const { id, version } = registration;
  const company = companyNameIn(useLanguage(), registration);
  const { act, isPending } = useAction({
    send: () => api(actOnRegistration, { params: { id, action: 'take-up' }, body: { version, remarkContent: '' } }),
    changed: useRegistrationChanged(),
    done: () => say('registration.takenUp', { company }),
  });
  return (
    <ReasonButton loading={isPending} onClick={() => act()}>
      {say('registration.takeUp')}
    </ReasonButton>
  );
}
