import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { giveInteractionConsent } from '#contract/identity/interaction.ts';
import { FormError } from '#web/design/forms/form-error.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  uid: string;
  client: string;
  username: string;
  /** Whether the application asks for the auction API, and not only for sign-in. */
  toApi: boolean;
  /** The whole sign-in has expired: neither answer can be given any more. */
  onOver: (error: ApiError) => void;
};

/** Asks whether another application may act for the person who is signed in; either answer leads back to it. */
export function ConsentStep({ uid, client, username, toApi, onOver }: Props) {
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
