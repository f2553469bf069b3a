import type { SentOtp } from '#contract/identity.ts';
import { CodeStep } from '#web/identity/code-step.tsx';
import { confirmCode, resendCode, type SignInStep } from '#web/identity/sign-in.ts';
import { useCodeMethods } from '#web/identity/use-code-methods.ts';

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
