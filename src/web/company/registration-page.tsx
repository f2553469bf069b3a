import { Skeleton, Button } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OwnRegistration } from '#contract/company/registration.ts';
import type { RegistrationEvent } from '#domain/company/registration.ts';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { RemarkTimeline, RegistrationBadge, RegistrationSteps } from '#web/company/registration-looks.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Quote } from '#web/design/layout/timeline.tsx';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';
import { profileQuery, useProfile } from '#web/platform/session/profile.ts';
import css from './registration.module.css';

/** The status of a registration. It updates live when an administrator acts (docs/rules.md#registrations). */
export function RegistrationPage() {
  const query = useOwnRegistration();
  const registration = query.data;
  // The route's guard found a registration, so null means that the session's data has been cleared since.
  if (registration === null) return <Navigate to={paths.createRegistration} replace />;
  return (
    <div className={css.page}>
      <PageTitle title="register.title" note={registration && <CompanyName of={registration} />} />
      <Loaded query={query} skeleton={<Skeleton height={220} />}>
        {(found) => found && <Progress registration={found} />}
      </Loaded>
    </div>
  );
}

type Look = { readonly done: number; readonly title: PhraseKey; readonly text: PhraseKey; readonly again?: PhraseKey };

/** For each status: the number of done steps, and the texts. `again` is the label of a link back to the form. */
const LOOKS: Record<OwnRegistration['status'], Look> = {
  New: { done: 1, title: 'register.newTitle', text: 'register.newText' },
  'In-Progress': { done: 1, title: 'register.takenUpTitle', text: 'register.newText' },
  Returned: { done: 0, title: 'register.returnedTitle', text: 'register.returnedText', again: 'register.correct' },
  Rejected: { done: 0, title: 'register.rejectedTitle', text: 'register.rejectedText', again: 'register.startAnew' },
  Approved: { done: 3, title: 'register.approvedTitle', text: 'register.approvedText' },
};

/**
 * The steps that the registrant takes. An administrator takes the other steps, and the page does not name that person.
 */
const OWN_STEPS = new Set<RegistrationEvent>(['submit', 'resubmit']);

/** Shows how far the registration has come, and the next step. */
function Progress({ registration }: { registration: OwnRegistration }) {
  const say = useSay();
  return (
    <>
      <div className={css.card}>
        <RegistrationSteps done={LOOKS[registration.status].done} />
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

/** The registration is also refetched at this interval, because the live connection may be lost. */
const ASK_AGAIN_MS = 30_000;

/** Returns the caller's own registration, refetched whenever an administrator has acted on it. */
function useOwnRegistration() {
  useLiveQueries('user', 'account-registration', registrationQuery.queryKey[0]);
  return useQuery({ ...registrationQuery, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always' });
}

type Props = { registration: OwnRegistration };

/** The status of the registration, and the company's possible next steps. */
function RegistrationState({ registration }: Props) {
  const { status, remarks } = registration;
  if (status === 'Approved') return <Approved registration={registration} />;
  const { title, text, again } = LOOKS[status];
  // The administrator's last remark, which explains the status.
  const remark = again && remarks.findLast(({ content }) => content)?.content;
  return (
    <State {...{ status, title, text }}>
      {remark && <Quote>{remark}</Quote>}
      {again && <Way to={paths.createRegistration} label={again} />}
    </State>
  );
}

type StateProps = Pick<Look, 'title' | 'text'> & Pick<OwnRegistration, 'status'> & { children: ReactNode };

function State({ status, title, text, children }: StateProps) {
  const say = useSay();
  return (
    <section className={css.state} role="status">
      <RegistrationBadge status={status} />
      <h2 className={css.title}>{say(title)}</h2>
      <p className={css.text}>{say(text)}</p>
      {children}
    </section>
  );
}

function Way({ to, label }: { to: string; label: PhraseKey }) {
  const say = useSay();
  return (
    <Button component={Link} to={to} className={css.way}>
      {say(label)}
    </Button>
  );
}

/**
 * Reloads the profile after the approval, because this browser does not know the new company yet. A person who was
 * removed from the company may register another one.
 */
function Approved({ registration: { status, accountId } }: Props) {
  const { isFetchedAfterMount } = useQuery({ ...profileQuery, refetchOnMount: 'always' });
  const isMember = useProfile().accounts.some(({ id }) => id === accountId);
  if (isFetchedAfterMount && !isMember)
    return (
      <State status={status} title="register.leftTitle" text="register.leftText">
        <Way to={paths.createRegistration} label="register.startAnew" />
      </State>
    );
  return (
    <State {...LOOKS[status]} status={status}>
      {isMember && <Way to={paths.home('user')} label="register.toAuctions" />}
    </State>
  );
}
