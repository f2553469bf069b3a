import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { DEVICE_HEADER, notificationMethodsSchema, resendLoginOtpSchema, sentOtpSchema } from '#contract/identity.ts';
import { answer } from '#server/platform/answer.ts';
import { CLIENT_ID } from '#server/platform/config.ts';
import { Refused } from '#server/platform/refused.ts';
import { languageOf } from '#server/platform/words.ts';
import { createAuthenticate } from '#server/identity/authenticate.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findOpenMethods, maskedTarget, resendLoginCode } from '#server/identity/login-code.ts';
import { readProfile } from '#server/identity/own-profile.ts';
import { findUserByName } from '#server/identity/user-rows.ts';

/**
 * The identity service's calls beside OAuth (specification 7). Their paths are apart from the auction API's, their
 * answers have its shape. None of them tells a stranger whether a username exists.
 */
export function registerAccountRoutes(scope: FastifyInstance, identity: Identity): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const authenticate = createAuthenticate(identity);
  scope.get('/api/profile', answer(readProfile, { db: identity.db, clock: identity.clock, authenticate }));
  scope.post('/api/auth/resend-login-otp', async (request) => {
    const input = z.safeParse(resendLoginOtpSchema, request.body);
    if (!input.success) throw new Refused('invalid_request');
    const data = await resend(identity, request, input.data);
    return { code: 'Success', data: z.parse(sentOtpSchema, data) };
  });
  scope.get('/api/auth/notification-methods', async (request) => {
    const input = z.safeParse(usernameQuery, request.query);
    if (!input.success) throw new Refused('invalid_request');
    const data = await listMethods(identity, request, input.data.username);
    return { code: 'Success', data: z.parse(notificationMethodsSchema, data) };
  });
}

const usernameQuery = z.object({ username: z.string().check(z.maxLength(200)) });

async function resend(identity: Identity, request: FastifyRequest, input: z.output<typeof resendLoginOtpSchema>) {
  const fingerprint = fingerprintOf(request);
  const user = await findUserByName(identity.db, input.username);
  if (!user) throw new Refused('otp_expired');
  return resendLoginCode(identity, {
    user,
    clientId: CLIENT_ID,
    fingerprint,
    method: input.NotificationMethod,
    language: languageOf(request.headers['accept-language']),
  });
}

/** Before a right password everybody has e-mail, at an address that isn't told. */
async function listMethods(identity: Identity, request: FastifyRequest, username: string) {
  const user = await findUserByName(identity.db, username);
  const step = user && { user, clientId: CLIENT_ID, fingerprint: fingerprintOf(request) };
  const methods = step && (await findOpenMethods(identity, step));
  if (!user || !methods) return [{ method: 'email', target: '' }];
  return methods.map((method) => ({ method, target: maskedTarget(user, method) }));
}

function fingerprintOf(request: FastifyRequest): string {
  const header = request.headers[DEVICE_HEADER];
  if (typeof header !== 'string' || header === '') throw new Refused('device_fingerprint_required');
  return header;
}
