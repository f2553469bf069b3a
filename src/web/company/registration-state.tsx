import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OwnRegistration } from '#contract/company/registration.ts';
import { RegistrationBadge } from '#web/company/registration-badge.tsx';
import { Quote } from '#web/design/layout/timeline.tsx';
import { paths } from '#web/paths.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { profileQuery, useProfile } from '#web/platform/session/profile.ts';
import css from './registration.module.css';

type Props = { registration: OwnRegistration };

/** Where the registration stands, and what its company can do about it. */
export function RegistrationState({ registration }: Props) {
  switch (registration.status) {
    case 'New':
      return <State registration={registration} title="register.newTitle" text="register.newText" />;
    case 'In-Progress':
      return <State registration={registration} title="register.takenUpTitle" text="register.newText" />;
    case 'Returned':
      return (
        <State registration={registration} title="register.returnedTitle" text="register.returnedText">
          <Remark {...registration} />
          <Way to={paths.createRegistration} label="register.correct" />
        </State>
      );
    case 'Rejected':
      return (
        <State registration={registration} title="register.rejectedTitle" text="register.rejectedText">
          <Remark {...registration} />
          <Way to={paths.createRegistration} label="register.startAnew" />
        </State>
      );
    case 'Approved':
      return <Approved registration={registration} />;
  }
}

type StateProps = Props & { title: PhraseKey; text: PhraseKey; children?: ReactNode };

function State({ registration, title, text, children }: StateProps) {
  const say = useSay();
  return (
    <section className={css.state} role="status">
      <RegistrationBadge status={registration.status} />
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

/** The admin's words that led here. */
function Remark({ remarks }: Pick<OwnRegistration, 'remarks'>) {
  const content = remarks.findLast((remark) => remark.content)?.content;
  return content ? <Quote>{content}</Quote> : null;
}

/** The account is new to this browser; who was removed from it since may register another company. */
function Approved({ registration }: Props) {
  const { isFetchedAfterMount } = useQuery({ ...profileQuery, refetchOnMount: 'always' });
  const isMember = useProfile().accounts.some(({ id }) => id === registration.accountId);
  if (isFetchedAfterMount && !isMember)
    return (
      <State registration={registration} title="register.leftTitle" text="register.leftText">
        <Way to={paths.createRegistration} label="register.startAnew" />
      </State>
    );
  return (
    <State registration={registration} title="register.approvedTitle" text="register.approvedText">
      {isMember && <Way to={paths.home('user')} label="register.toAuctions" />}
    </State>
  );
}
