import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity.ts';
import { toast } from '#web/design/toast.tsx';
import { useDocumentTitle } from '#web/design/use-document-title.ts';
import { CodeStep } from '#web/identity/code-step.tsx';
import { DemoPeople } from '#web/identity/demo-people.tsx';
import { landingOf } from '#web/identity/guards.ts';
import { PasswordStep } from '#web/identity/password-step.tsx';
import type { SignInStep } from '#web/identity/sign-in.ts';
import { SignInFrame } from '#web/identity/sign-in-frame.tsx';
import { asApiError } from '#web/platform/api-error.ts';
import { env } from '#web/platform/env.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import { loadProfile } from '#web/platform/profile.ts';
import { forgetSession } from '#web/platform/session.ts';

type Who = { username: string; password: string };
type Step = { at: 'password' } | { at: 'code'; sent: SentOtp };

/** Username and password, then, on a device that isn't trusted yet, the one-time code. */
export function SignInPage() {
  const say = useSay();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { redirect } = useSearch({ from: '/login' });
  const [who, setWho] = useState<Who>({ username: '', password: '' });
  const [step, setStep] = useState<Step>({ at: 'password' });
  useDocumentTitle(say('identity.signIn'));

  const enter = async () => {
    try {
      queryClient.clear();
      const profile = await loadProfile(queryClient);
      await navigate({ to: landingOf(profile, redirect), replace: true });
    } catch (thrown) {
      forgetSession();
      setStep({ at: 'password' });
      toast('bad', textOf(asApiError(thrown)));
    }
  };
  const follow = (next: SignInStep) => {
    if (next.next === 'code') setStep({ at: 'code', sent: next.sent });
    else void enter();
  };

  return (
    <SignInFrame>
      {step.at === 'password' ? (
        <>
          <PasswordStep who={who} onChange={setWho} onDone={follow} />
          {env().demoPeople.length > 0 && <DemoPeople chosen={who.username} onChoose={setWho} />}
        </>
      ) : (
        <CodeStep
          username={who.username}
          sent={step.sent}
          onSent={(sent) => setStep({ at: 'code', sent })}
          onDone={follow}
          onBack={() => setStep({ at: 'password' })}
        />
      )}
    </SignInFrame>
  );
}
