import { listNotificationMethods, resendLoginOtp } from '#contract/identity/identity.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findOpenMethods, resendLoginCode } from '#server/identity/one-time-code/login-code.ts';
import { findUserOrNobody } from '#server/identity/user-rows.ts';

/** Between the two steps of signing in: another code, and the ways it can take. Neither tells a stranger who exists. */
export function loginCodeOperations(identity: Identity): Operation[] {
  const resend = operation(
    resendLoginOtp,
    async ({ body, fingerprint, language }) => {
      requireFingerprint(fingerprint);
      const user = await findUserOrNobody(identity.db, body.username);
      const step = { user, clientId: CLIENT_ID, fingerprint };
      return resendLoginCode(identity, { ...step, method: body.NotificationMethod, language });
    },
    { ownTransactions: true },
  );
  const list = operation(listNotificationMethods, async ({ query, fingerprint }) => {
    requireFingerprint(fingerprint);
    const user = await findUserOrNobody(identity.db, query.username);
    const methods = await findOpenMethods(identity, { user, clientId: CLIENT_ID, fingerprint });
    // Before a right password everybody has e-mail, at an address that isn't told.
    if (!methods) return [{ method: 'email' as const, target: '' }];
    return methods.map((method) => ({ method, target: targetOf(user, method).masked }));
  });
  return [resend, list];
}
