import { Anchor, Button, Checkbox, PinInput, Input } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/PinInput.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft, IconMailOpened } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SentOtp } from '#contract/identity.ts';
import { ResendCode } from '#web/identity/resend-code.tsx';
import { confirmCode, type SignInStep } from '#web/identity/sign-in.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { env } from '#web/platform/env.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import css from './sign-in.module.css';

/** One-time codes have six characters (specification 5). */
const CODE_LENGTH = 6;
const LABEL_ID = 'one-time-code-label';

type Props = {
  username: string;
  sent: SentOtp;
  onSent: (sent: SentOtp) => void;
  onDone: (step: SignInStep) => void;
  onBack: () => void;
};

export function CodeStep({ username, sent, onSent, onDone, onBack }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const [otp, setOtp] = useState('');
  const [isTrusted, setIsTrusted] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: confirmCode,
    // What is wrong with a code is said beside it (specification 8).
    meta: { silent: true },
    onSuccess: onDone,
    onError: () => setOtp(''),
  });
  const digits = useRef<HTMLDivElement>(null);
  // The digits were off while the code was looked at, and lost the focus by it.
  useEffect(() => {
    if (error) digits.current?.querySelector('input')?.focus();
  }, [error]);
  const send = (code: string) => {
    if (code.length === CODE_LENGTH && !isPending) mutate({ username, otp: code, isTrusted });
  };
  const { outboxPath } = env();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(otp);
      }}
    >
      <h1 className={css.title}>{say('identity.enterCode')}</h1>
      <p className={css.note}>
        {say(sent.notification_method === 'sms' ? 'identity.codeSentBySms' : 'identity.codeSentByEmail', {
          target: sent.notification_target,
        })}
      </p>
      <Input.Wrapper
        label={say('identity.code')}
        labelElement="div"
        labelProps={{ id: LABEL_ID }}
        error={error && textOf(asApiError(error))}
        errorProps={{ role: 'alert' }}
      >
        <PinInput
          length={CODE_LENGTH}
          type="number"
          size="lg"
          oneTimeCode
          autoFocus
          aria-label={say('identity.codeDigit')}
          rootRef={(node) => {
            digits.current = node;
            node?.setAttribute('aria-labelledby', LABEL_ID);
          }}
          className={css.pin}
          placeholder=""
          value={otp}
          error={Boolean(error)}
          disabled={isPending}
          onChange={(value) => {
            setOtp(value);
            if (value) reset();
            // `onComplete` stays silent after the digits were emptied from outside, as a wrong code does.
            if (value !== otp) send(value);
          }}
        />
      </Input.Wrapper>
      <Checkbox
        label={say('identity.trustDevice')}
        description={say('identity.trustDeviceNote')}
        checked={isTrusted}
        onChange={(event) => setIsTrusted(event.currentTarget.checked)}
      />
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={otp.length < CODE_LENGTH}>
        {say('identity.confirmCode')}
      </Button>
      <ResendCode username={username} sent={sent} onSent={onSent} />
      {outboxPath && (
        <Anchor href={`${outboxPath}?search=${encodeURIComponent(username)}`} target="_blank" className={css.link}>
          <IconMailOpened size={16} aria-hidden />
          {say('identity.openOutbox')}
        </Anchor>
      )}
      <Anchor component="button" type="button" className={css.link} onClick={onBack}>
        <IconArrowLeft size={16} aria-hidden />
        {say('identity.otherAccount')}
      </Anchor>
    </form>
  );
}
