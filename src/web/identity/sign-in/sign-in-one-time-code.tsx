import { useQuery } from '@tanstack/react-query';
import { listNotificationMethods, type NotificationMethod, type SentOtp } from '#contract/identity/identity.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import { confirmOneTimeCode, resendOneTimeCode, type SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { api } from '#web/platform/calls/api.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

type Props = {
  username: string;
  sent: SentOtp;
  onSent: (sent: SentOtp) => void;
  onDone: (step: SignInStep) => void;
  onBack: () => void;
};

/** The second step of signing in. */
export function SignInOneTimeCode({ username, sent, onSent, onDone, onBack }: Props) {
  return (
    <OneTimeCodeStep
      sent={sent}
      onSent={onSent}
      confirm={(given) => confirmOneTimeCode({ username, ...given })}
      onDone={onDone}
      resend={(method) => resendOneTimeCode(username, method)}
      methods={useOneTimeCodeMethods(username)}
      canTrust
      addressee={username}
      back={{ label: 'identity.otherAccount', run: onBack }}
    />
  );
}

type Remembered = { readonly username: string; readonly methods: readonly NotificationMethod[] };

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && Array.isArray((value as Remembered).methods);

/**
 * Returns the possible delivery methods of this user's one-time codes. Until the server has answered, returns the
 * methods that are stored in the browser (docs/rules.md#one-time-codes).
 */
function useOneTimeCodeMethods(username: string): readonly NotificationMethod[] {
  const remembered = readStored('codeMethods', isRemembered);
  const { data } = useQuery({
    queryKey: ['code-methods', username],
    queryFn: async ({ signal }) => {
      const offered = await api(listNotificationMethods, { query: { username }, signal });
      const methods = offered.map(({ method }) => method);
      keep('codeMethods', { username: usernameKey(username), methods } satisfies Remembered);
      return methods;
    },
    meta: { silent: true },
  });
  return data ?? (remembered?.username === usernameKey(username) ? remembered.methods : []);
}
