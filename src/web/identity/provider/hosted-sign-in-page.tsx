import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
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
  giveInteractionConsent,
} from '#contract/identity/interaction.ts';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import { DemoPeople } from '#web/identity/sign-in/demo-people.tsx';
import { PasswordStep } from '#web/identity/sign-in/password-step.tsx';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { FAILURE_WORDS, SignInProblem } from '#web/identity/sign-in/sign-in-problem.tsx';
import { api } from '#web/platform/calls/api.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

/** Lazy-loaded, because few people need it. */
const PhoneSetup = lazy(async () => ({ default: (await import('#web/identity/phone/phone-setup.tsx')).PhoneSetup }));

/** The sign-in page of our OpenID provider. After the sign-in, it redirects the browser to the client. */
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

/** Shown if the person has signed in, but must set up a phone first. */
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

/** Asks for username and password, then for the one-time code if the device is not trusted yet. */
function Steps({ uid, username: expected, isOwn, onOver }: StepsProps) {
  const say = useSay();
  const [who, setWho] = useState({ username: expected, password: '' });
  const [sent, setSent] = useState<SentOtp>();
  const username = who.username.trim();
  const params = { uid };
  const follow = (step: InteractionStep) => {
    if (step.next === 'code') setSent(step.sent);
    // Replaces the page, so that "back" does not lead to a finished sign-in.
    else location.replace(step.redirectTo);
  };
  /** Waits for a call. If the whole sign-in has expired, the page shows that instead of an error at the field. */
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
          credentials={who}
          onChange={setWho}
          send={(body) => unlessOver(api(giveInteractionPassword, { params, body }))}
          onDone={follow}
          forgotten={<p className={css.askOperator}>{say('identity.askOperator')}</p>}
        />
        {isOwn && env().demoPeople.length > 0 && <DemoPeople chosen={who.username} onChoose={setWho} />}
      </>
    );
  return (
    <OneTimeCodeStep
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

type ConsentProps = {
  uid: string;
  client: string;
  username: string;
  /** True if the application requests access to the auction API in addition to sign-in. */
  toApi: boolean;
  /** Called when the whole sign-in has expired. Then the person can neither allow nor deny. */
  onOver: (error: ApiError) => void;
};

/**
 * Asks whether another application may act for the signed-in person. After either answer, the browser returns to that
 * application.
 */
function ConsentStep({ uid, client, username, toApi, onOver }: ConsentProps) {
  const say = useSay();
  const { run, isPending, error } = useChange({
    send: (isAllowed: boolean) => api(giveInteractionConsent, { params: { uid }, body: { isAllowed } }),
    onDone: ({ redirectTo }) => location.replace(redirectTo),
    onRefused: (refused) => refused.code === 'interaction_expired' && onOver(refused),
  });
  return (
    <div className={css.consent}>
      <h1 className={css.title}>{say('identity.consentTitle', { client })}</h1>
      <p>{say('identity.consentWho', { username })}</p>
      <ul>
        <li>{say('identity.consentProfile')}</li>
        {toApi && <li>{say('identity.consentTrade')}</li>}
        {toApi && <li>{say('identity.consentRead')}</li>}
      </ul>
      {toApi && <p>{say('identity.consentNot')}</p>}
      {toApi && <p>{say('identity.consentWithdraw')}</p>}
      <FormError error={error} />
      <Group grow>
        <Button variant="default" disabled={isPending} onClick={() => run(false)}>
          {say('identity.consentDeny')}
        </Button>
        <Button loading={isPending} onClick={() => run(true)}>
          {say('identity.consentAllow')}
        </Button>
      </Group>
    </div>
  );
}
