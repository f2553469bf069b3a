import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity.ts';
import { toast } from '#web/design/toast.tsx';
import { resendCode } from '#web/identity/sign-in.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { nowMs, useAtSecond } from '#web/platform/clock.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';

type Props = { username: string; sent: SentOtp; onSent: (sent: SentOtp) => void };

/** Another code may be asked for after a wait (rules 6); the wait counts down on the button. */
export function ResendCode({ username, sent, onSent }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const [since, setSince] = useState({ sent, atMs: nowMs() });
  if (since.sent !== sent) setSince({ sent, atMs: nowMs() });
  const untilMs = since.atMs + sent.resend_after_seconds * 1_000;
  const left = useAtSecond((now) => Math.max(0, Math.ceil((untilMs - now) / 1_000)));
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendCode(username, sent.notification_method),
    meta: { silent: true },
    onSuccess: (again) => {
      onSent(again);
      toast('good', say('identity.codeSentAgain'));
    },
    onError: (thrown) => toast('bad', textOf(asApiError(thrown))),
  });
  return (
    <Button variant="default" fullWidth disabled={left > 0} loading={isPending} onClick={() => mutate()}>
      {left > 0 ? say('identity.resendIn', { seconds: left }) : say('identity.resend')}
    </Button>
  );
}
