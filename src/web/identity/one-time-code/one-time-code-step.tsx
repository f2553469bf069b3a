import { Anchor, Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft, IconMailOpened } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { NotificationMethod, SentOtp } from '#contract/identity/identity.ts';
import { CODE_LENGTH } from '#domain/identity/one-time-code.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useWait, waitSecondsOf } from '#web/identity/one-time-code/use-wait.ts';
import css from '#web/identity/sign-in/sign-in.module.css';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import fieldCss from './code-field.module.css';

type Props<Done> = {
  sent: SentOtp;
  onSent: (sent: SentOtp) => void;
  /** Sends the one-time code. A refusal of the code is shown beside the field. */
  confirm: (given: { otp: string; isTrusted: boolean }) => Promise<Done>;
  onDone: (done: Done) => void;
  /** Called for a refusal that is not about the one-time code. */
  onRefused?: (error: ApiError) => void;
  resend: (method: NotificationMethod) => Promise<SentOtp>;
  /** The possible ways to deliver the one-time code. If there are two, the person chooses. */
  methods?: readonly NotificationMethod[];
  /** True if this one-time code signs the person in. Only then can the device become trusted. */
  canTrust?: boolean;
  /** True if refusals also show a toast, as they do for most identity calls (docs/rules.md#error-messages). */
  isToasted?: boolean;
  /** Set inside a page that has its own h1. */
  heading?: 'h2';
  /** The search text that finds the message in the development outbox. */
  addressee: string;
  back: { label: PhraseKey; run: () => void };
};

/** The step that asks for a one-time code, used in all flows. */
export function OneTimeCodeStep<Done>(props: Props<Done>) {
  const { sent, onSent, resend, methods = [], onRefused, back, heading: Heading = 'h1' } = props;
  const say = useSay();
  const textOf = useErrorText();
  const [otp, setOtp] = useState('');
  const [isTrusted, setIsTrusted] = useState(false);
  const { left, wait } = useWait();
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: props.confirm,
    // Errors of the one-time code are shown beside the field (docs/rules.md#error-messages).
    meta: { silent: true },
    onSuccess: props.onDone,
    onError: (thrown) => {
      const refused = asApiError(thrown);
      setOtp('');
      wait(waitSecondsOf(refused));
      if (props.isToasted) toast('bad', textOf(refused));
      onRefused?.(refused);
    },
  });
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const send = (code: string) => {
    if (code.length === CODE_LENGTH && !isPending && !isSuccess && left === 0) mutate({ otp: code, isTrusted });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(otp);
      }}
    >
      <Heading className={css.title}>{say('identity.enterCode')}</Heading>
      <p className={css.note}>{useSentText(sent)}</p>
      <OneTimeCodeField
        ref={field}
        value={otp}
        onChange={(value) => {
          setOtp(value);
          if (value) reset();
          if (value !== otp) send(value);
        }}
        error={error ? textOf(asApiError(error)) : undefined}
        isDisabled={isPending}
      />
      {props.canTrust && (
        <Checkbox
          label={say('identity.trustDevice')}
          description={say('identity.trustDeviceNote')}
          checked={isTrusted}
          onChange={(event) => setIsTrusted(event.currentTarget.checked)}
        />
      )}
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={isPending || isSuccess}
        disabled={otp.length < CODE_LENGTH || left > 0}
      >
        {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.confirmCode')}
      </Button>
      <ResendOneTimeCode {...{ sent, onSent, resend, methods }} rest={left} />
      <OutboxLink addressee={props.addressee} />
      <Anchor component="button" type="button" className={css.link} onClick={back.run}>
        <IconArrowLeft size={16} aria-hidden />
        {say(back.label)}
      </Anchor>
    </form>
  );
}

/** Returns the sentence that says where the one-time code was sent. */
function useSentText({ notification_method: method, notification_target: target }: SentOtp): string {
  const say = useSay();
  // If the caller must not learn whether a user exists, the server does not say where it sent the one-time code.
  if (target === '') return say(method === 'sms' ? 'identity.codeSentToPhone' : 'identity.codeSentToEmail');
  return say(method === 'sms' ? 'identity.codeSentBySms' : 'identity.codeSentByEmail', { target });
}

/** Links to the outbox of development and demo servers, which send no real messages. */
function OutboxLink({ addressee }: { addressee: string }) {
  const say = useSay();
  const { outboxPath } = env();
  if (!outboxPath) return null;
  return (
    <Anchor href={`${outboxPath}?search=${encodeURIComponent(addressee)}`} target="_blank" className={css.link}>
      <IconMailOpened size={16} aria-hidden />
      {say('identity.openOutbox')}
    </Anchor>
  );
}

type ResendProps = Pick<Props<unknown>, 'sent' | 'onSent' | 'resend'> & {
  methods: readonly NotificationMethod[];
  /** Remaining seconds of the lockout after wrong codes. Nothing is sent before the lockout ends. */
  rest: number;
};

const BY = { email: 'identity.resendByEmail', sms: 'identity.resendBySms' } as const;

/**
 * Buttons that request another one-time code (docs/rules.md#one-time-codes). Until the wait is over, they are disabled
 * and the remaining time is shown.
 */
function ResendOneTimeCode({ sent, onSent, resend, methods, rest }: ResendProps) {
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
      if (waitSecondsOf(error) > 0) wait(waitSecondsOf(error));
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

type FieldProps = {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  isDisabled: boolean;
};

/**
 * One field for six digits instead of six fields. Pasting, autofill from a message, screen readers and corrections work
 * as usual. Characters other than digits, such as the spaces of a copied code, are removed.
 */
function OneTimeCodeField({ ref, value, onChange, error, isDisabled }: FieldProps) {
  const say = useSay();
  return (
    <TextInput
      ref={ref}
      label={say('identity.code')}
      name="otp"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      autoFocus
      size="md"
      classNames={{ input: fieldCss.code ?? '' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      error={error}
      errorProps={{ role: 'alert' }}
      readOnly={isDisabled}
    />
  );
}
