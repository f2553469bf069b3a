import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity.ts';
import { toast } from '#web/design/toast.tsx';
import { useDocumentTitle } from '#web/design/use-document-title.ts';
import { CodeStep } from '#web/identity/code-step.tsx';
import { DemoPeople } from '#web/identity/demo-people.tsx';
import { PasswordStep, type Who } from '#web/identity/password-step.tsx';
import { confirmCode, resendCode, signIn, type SignInStep } from '#web/identity/sign-in.ts';
import { SignInFrame } from '#web/identity/sign-in-frame.tsx';
import { useEnter } from '#web/identity/use-enter.ts';
import { env } from '#web/platform/env.ts';
import { useSay } from '#web/platform/phrase.ts';

type Step = { at: 'password' } | { at: 'code'; sent: SentOtp };

/** Username and password, then, on a device that isn't trusted yet, the one-time code. */
export function SignInPage() {
  const say = useSay();
  const { redirect } = useSearch({ from: '/login' });
  const enter = useEnter(redirect);
  const [who, setWho] = useState<Who>({ username: '', password: '' });
  const [step, setStep] = useState<Step>({ at: 'password' });
  useDocumentTitle(say('identity.signIn'));
  const username = who.username.trim();
  const follow = async (next: SignInStep) => {
    if (next.next === 'code') return setStep({ at: 'code', sent: next.sent });
    if (next.next === 'phone') return toast('bad', say('error.login-required-two-factor-setup'));
    if (!(await enter())) setStep({ at: 'password' });
  };
  return (
    <SignInFrame>
      {step.at === 'password' ? (
        <>
          <PasswordStep who={who} onChange={setWho} send={signIn} onDone={(next) => void follow(next)} />
          {env().demoPeople.length > 0 && <DemoPeople chosen={who.username} onChoose={setWho} />}
        </>
      ) : (
        <CodeStep
          sent={step.sent}
          onSent={(sent) => setStep({ at: 'code', sent })}
          confirm={(given) => confirmCode({ username, ...given })}
          onDone={(next) => void follow(next)}
          resend={(method) => resendCode(username, method)}
          canTrust
          addressee={username}
          back={{ label: 'identity.otherAccount', run: () => setStep({ at: 'password' }) }}
        />
      )}
    </SignInFrame>
  );
}
