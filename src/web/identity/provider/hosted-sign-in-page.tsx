import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import {
  giveInteractionCode,
  giveInteractionPassword,
  readInteraction,
  resendInteractionCode,
  type InteractionStep,
} from '#contract/identity/interaction.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { CodeStep } from '#web/identity/one-time-code/code-step.tsx';
import { ConsentStep } from '#web/identity/provider/consent-step.tsx';
import { DemoPeople } from '#web/identity/sign-in/demo-people.tsx';
import { PasswordStep } from '#web/identity/sign-in/password-step.tsx';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { FAILURE_WORDS, SignInProblem } from '#web/identity/sign-in/sign-in-problem.tsx';
import { api } from '#web/platform/calls/api.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

/** Few are led through it. */
const PhoneSetup = lazy(async () => ({ default: (await import('#web/identity/phone/phone-setup.tsx')).PhoneSetup }));

/** The page of our OpenID provider: whoever sent the browser here gets it back signed in. */
export function HostedSignInPage() {
  const say = useSay();
  const textOf = useErrorText();
  const params = useParams({ from: '/connect/interaction/$uid' });
  const { failed } = useSearch({ from: '/connect/interaction/$uid' });
  const [over, setOver] = useState<ApiError>();
  const { data, error } = useQuery({
    queryKey: ['interaction', params.uid],
    queryFn: () => api(readInteraction, { params }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  });
  useDocumentTitle(say('identity.signIn'));
  const wrong = over ?? (error ? asApiError(error) : undefined);
  return (
    <SignInFrame>
      {wrong && <SignInProblem text={textOf(wrong)} />}
      {!wrong && failed && <SignInProblem text={say(FAILURE_WORDS[failed])} href={location.pathname} />}
      {!wrong && data?.consent && (
        <ConsentStep uid={params.uid} client={data.clientName ?? env().brand.name} {...data.consent} onOver={setOver} />
      )}
      {!wrong && data?.phone && <PhoneStep {...data.phone} />}
      {!wrong && !failed && data && !data.consent && !data.phone && (
        <>
          {data.clientName !== null && (
            <p className={css.client}>{say('identity.signInFor', { client: data.clientName })}</p>
          )}
          <Steps uid={params.uid} username={data.loginHint} isOwn={data.clientName === null} onOver={setOver} />
        </>
      )}
    </SignInFrame>
  );
}

/** The person is signed in, but may not go on without a phone. */
function PhoneStep({ token, redirectTo }: { token: string; redirectTo: string }) {
  return (
    <Suspense>
      <PhoneSetup
        setupToken={token}
        onDone={() => location.replace(redirectTo)}
        onExpired={() => location.reload()}
        onLeave={() => location.assign('/connect/endsession')}
      />
    </Suspense>
  );
}

type StepsProps = { uid: string; username: string; isOwn: boolean; onOver: (error: ApiError) => void };

/** Username and password, then, on a device that isn't trusted yet, the one-time code. */
function Steps({ uid, username: expected, isOwn, onOver }: StepsProps) {
  const say = useSay();
  const [who, setWho] = useState({ username: expected, password: '' });
  const [sent, setSent] = useState<SentOtp>();
  const username = who.username.trim();
  const params = { uid };
  const follow = (step: InteractionStep) => {
    if (step.next === 'code') setSent(step.sent);
    // The page is left for good: going back must not lead to a sign-in that is over.
    else location.replace(step.redirectTo);
  };
  /** Where the whole sign-in is over, the page says so instead of the field. */
  const unlessOver = async <Value,>(asked: Promise<Value>): Promise<Value> => {
    try {
      return await asked;
    } catch (thrown) {
      if (asApiError(thrown).code === 'interaction_expired') onOver(asApiError(thrown));
      throw thrown;
    }
  };
  if (!sent)
    return (
      <>
        <PasswordStep
          who={who}
          onChange={setWho}
          send={(body) => unlessOver(api(giveInteractionPassword, { params, body }))}
          onDone={follow}
          forgotten={<p className={css.askOperator}>{say('identity.askOperator')}</p>}
        />
        {isOwn && env().demoPeople.length > 0 && <DemoPeople chosen={who.username} onChoose={setWho} />}
      </>
    );
  return (
    <CodeStep
      sent={sent}
      onSent={setSent}
      confirm={({ otp, isTrusted: trusted }) =>
        unlessOver(api(giveInteractionCode, { params, body: { username, otp, trusted } }))
      }
      onDone={follow}
      resend={(NotificationMethod) =>
        unlessOver(api(resendInteractionCode, { params, body: { username, NotificationMethod } }))
      }
      canTrust
      addressee={username}
      back={{ label: 'identity.otherAccount', run: () => setSent(undefined) }}
    />
  );
}
