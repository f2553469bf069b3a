import { changePasswordOperation } from '#server/identity/password/change-password.ts';
import { countApiKeysOperation } from '#server/identity/session/end-api-keys.ts';
import { forgottenPasswordOperations } from '#server/identity/password/forgotten-password.ts';
import { resetPasswordOperation } from '#server/identity/password/reset-password.ts';
import type { Identity } from '#server/identity/identity.ts';
import { applicationOperations } from '#server/identity/own-account/own-applications.ts';
import { deviceOperations } from '#server/identity/own-account/own-devices.ts';
import { readProfileAtIdentity } from '#server/identity/own-account/own-profile.ts';
import { loginCodeOperations } from '#server/identity/one-time-code/resend-login-code.ts';
import { signUpOperations } from '#server/identity/sign-up/sign-up.ts';
import { switchedOff, type Operation } from '#server/platform/http/operation.ts';

/**
 * The identity service's calls beside OAuth (specification 7). None of the open ones tells who exists. Signing up and
 * forgotten passwords are variant TNBX's (specification 1); the link of an operator sets a password in either.
 */
export const accountOperations = (identity: Identity): Operation[] => [
  ...[...signUpOperations(identity), ...forgottenPasswordOperations(identity)].map(
    identity.config.VARIANT === 'TNBX' ? (one) => one : switchedOff,
  ),
  resetPasswordOperation(identity),
  ...loginCodeOperations(identity),
  changePasswordOperation(identity),
  countApiKeysOperation,
  readProfileAtIdentity(identity),
  ...deviceOperations(),
  ...applicationOperations(identity.config),
];
