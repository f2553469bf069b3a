import type { SentOtp } from '#contract/identity/identity.ts';
import { CodeStep } from '#web/identity/one-time-code/code-step.tsx';
import { useCodeMethods } from '#web/identity/one-time-code/use-code-methods.ts';
import { confirmCode, resendCode, type SignInStep } from '#web/identity/sign-in/sign-in.ts';

type Props = {
  username: string;
  sent: SentOtp;
  onSent: (sent: SentOtp) => void;
  onDone: (step: SignInStep) => void;
  onBack: () => void;
};

/** The second step of signing in. */
export function SignInCode({ username, sent, onSent, onDone, onBack }: Props) {
  return (
    <CodeStep
      sent={sent}
      onSent={onSent}
      confirm={(given) => confirmCode({ username, ...given })}
      onDone={onDone}
      resend={(method) => resendCode(username, method)}
      methods={useCodeMethods(username)}
      canTrust
      addressee={username}
      back={{ label: 'identity.otherAccount', run: onBack }}
    />
  );
}
