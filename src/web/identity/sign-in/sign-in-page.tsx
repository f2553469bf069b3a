import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { DemoPeople } from '#web/identity/sign-in/demo-people.tsx';
import { PasswordStep, type Credentials } from '#web/identity/sign-in/password-step.tsx';
import { confirmOneTimeCode, signIn, type SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { useEnter } from '#web/identity/sign-in/use-enter.ts';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './sign-in.module.css';

/** Loads the step for the one-time code. Called while the server checks the password. */
const loadOneTimeCodeStep = () => import('#web/identity/sign-in/sign-in-one-time-code.tsx');
const SignInCode = lazy(async () => ({ default: (await loadOneTimeCodeStep()).SignInOneTimeCode }));
/** Lazy-loaded, because few people need it. */
const PhoneSetup = lazy(async () => ({ default: (await import('#web/identity/phone/phone-setup.tsx')).PhoneSetup }));

type SignInState = { at: 'password' } | { at: 'code'; sent: SentOtp } | { at: 'phone'; setupToken: string };

/**
 * Asks for username and password. A device that is not trusted yet needs a one-time code after that. The last step is
 * the phone, if one is required.
 */
export function SignInPage() {
  const say = useSay();
  const { redirect } = useSearch({ from: '/login' });
  const known = useLocation({ select: ({ state }) => state.username });
  const enter = useEnter(redirect);
  const [who, setWho] = useState<Credentials>({ username: known ?? '', password: '' });
  const [step, setStep] = useState<SignInState>({ at: 'password' });
  useDocumentTitle(say('identity.signIn'));
  const username = who.username.trim();
  const restart = () => setStep({ at: 'password' });
  const follow = async (next: SignInStep) => {
    if (next.next === 'code') setStep({ at: 'code', sent: next.sent });
    else if (next.next === 'phone') setStep({ at: 'phone', setupToken: next.setupToken });
    else if (!(await enter())) restart();
  };
  const goOn = (next: SignInStep) => void follow(next);
  return (
    <SignInFrame>
      {step.at === 'password' && (
        <>
          {redirect?.startsWith(paths.invitation) && <p className={css.client}>{say('member.signInFirst')}</p>}
          <PasswordStep
            credentials={who}
            onChange={setWho}
            send={(given) => {
              void loadOneTimeCodeStep();
              return signIn(given);
            }}
            onDone={goOn}
            forgotten={<ForgottenLink />}
          />
          <p className={css.other}>
            {say('identity.noAccount')} <Link to={paths.signUp}>{say('identity.signUp')}</Link>
          </p>
          {env().flags.publicAuctions && (
            <p className={css.other}>
              <Link to={paths.publicAuctions}>{say('publicAuctions.see')}</Link>
            </p>
          )}
          {env().demoPeople.length > 0 && <DemoPeople chosen={who.username} onChoose={setWho} />}
        </>
      )}
      <Suspense>
        {step.at === 'code' && (
          <SignInCode
            username={username}
            sent={step.sent}
            onSent={(sent) => setStep({ at: 'code', sent })}
            onDone={goOn}
            onBack={restart}
          />
        )}
        {step.at === 'phone' && (
          <PhoneSetup
            setupToken={step.setupToken}
            signIn={(given) => confirmOneTimeCode({ username, ...given })}
            onDone={(next) => next && goOn(next)}
            onExpired={restart}
            onLeave={restart}
          />
        )}
      </Suspense>
    </SignInFrame>
  );
}

function ForgottenLink() {
  const say = useSay();
  return (
    <Link to={paths.forgotPassword} className={css.forgotten}>
      {say('identity.forgotten')}
    </Link>
  );
}
