import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationMethod, SentOtp } from '#contract/identity/identity.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useWait, waitOf } from '#web/identity/one-time-code/use-wait.ts';
import css from '#web/identity/sign-in/sign-in.module.css';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  sent: SentOtp;
  onSent: (sent: SentOtp) => void;
  resend: (method: NotificationMethod) => Promise<SentOtp>;
  /** The ways a code can take; where there are two, the person chooses. */
  methods: readonly NotificationMethod[];
  /** How long a rest after wrong codes still lasts: nothing is sent before. */
  rest: number;
};

const BY = { email: 'identity.resendByEmail', sms: 'identity.resendBySms' } as const;

/** Another code may be asked for after a wait (rules 6); the wait counts down on the button. */
export function ResendCode({ sent, onSent, resend, methods, rest }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const [last, setLast] = useState(sent);
  const { left: untilNext, wait } = useWait(sent.resend_after_seconds);
  const left = Math.max(rest, untilNext);
  if (last !== sent) {
    setLast(sent);
    wait(sent.resend_after_seconds);
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: resend,
    meta: { silent: true },
    onSuccess: (again) => {
      onSent(again);
      toast('good', say('identity.codeSentAgain'));
    },
    onError: (thrown) => {
      const error = asApiError(thrown);
      if (waitOf(error) > 0) wait(waitOf(error));
      toast('bad', textOf(error));
    },
  });
  const isChoice = methods.length > 1;
  const offered = isChoice ? methods : [sent.notification_method];
  const waitText = say('identity.resendIn', { time: formatWait(left) });
  return (
    <div className={css.resend} role={isChoice ? 'group' : undefined} aria-label={say('identity.resend')}>
      {isChoice && <p className={css.wait}>{left > 0 ? waitText : say('identity.resend')}</p>}
      {offered.map((method) => (
        <Button
          key={method}
          variant="default"
          fullWidth
          disabled={left > 0}
          loading={isPending && variables === method}
          onClick={() => mutate(method)}
        >
          {isChoice ? say(BY[method]) : left > 0 ? waitText : say('identity.resend')}
        </Button>
      ))}
    </div>
  );
}
