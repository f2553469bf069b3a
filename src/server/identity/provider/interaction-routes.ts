import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as z from 'zod/mini';
import {
  giveInteractionCode,
  giveInteractionConsent,
  giveInteractionPassword,
  readInteraction,
  resendInteractionCode,
  type InteractionStep,
} from '#contract/identity/interaction.ts';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { addressOf } from '#server/platform/http/address-of.ts';
import { readFingerprint, requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { languageOf } from '#server/platform/http/words.ts';
import type { Identity } from '#server/identity/identity.ts';
import { giveConsent } from '#server/identity/provider/client-consent.ts';
import {
  findInteraction,
  finishInteraction,
  PHONE_PROMPT,
  type Interaction,
} from '#server/identity/provider/interaction.ts';
import { resendLoginCode } from '#server/identity/one-time-code/login-code.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import {
  SignInRefused,
  openTwoFactorSetup,
  checkCodeStep,
  checkPasswordStep,
} from '#server/identity/sign-in/sign-in-steps.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { findUser, findUserOrNobody } from '#server/identity/user-rows.ts';

type InteractionDeps = { readonly identity: Identity; readonly provider: Provider };
type InteractionRequest = {
  readonly interaction: Interaction;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/**
 * Registers the routes of sign-in on our hosted page. This sign-in has the two steps and the limits of the password
 * grant. It ends with a redirect to the client instead of tokens. Every call belongs to one interaction, which the
 * browser's cookie identifies.
 */
export function registerInteraction(scope: FastifyInstance, identity: Identity, library: () => Provider): void {
  scope.setErrorHandler((error: FastifyError, _request, reply) => {
    if (!(error instanceof SignInRefused)) throw error;
    const { error: code, error_description: message, extras } = error;
    const { retry_after_seconds: seconds, ...params } = extras;
    return reply
      .status(error.status)
      .send({ code, message, params: { ...params, ...(seconds !== undefined && { seconds }) } });
  });
  const call = <R extends Route>(
    route: R,
    run: (parts: InteractionDeps, asked: InteractionRequest, body: BodyOf<R>) => Promise<ReplyOf<R>>,
  ) =>
    scope.route({
      method: route.method,
      url: route.path.replace('{uid}', ':uid'),
      handler: async (request, reply) => {
        const provider = library();
        const interaction = await findInteraction(provider, request, reply);
        const body = z.safeParse(route.body, request.body ?? {});
        if (!body.success) throw new Refused('invalid_request');
        const done = await run({ identity, provider }, { interaction, request, reply }, body.data as BodyOf<R>);
        const data = z.parse(route.reply, done);
        return reply.header('cache-control', 'no-store').send({ code: 'Success', data });
      },
    });
  call(readInteraction, readDetails);
  call(giveInteractionConsent, takeConsent);
  // If a foreign provider signs people in, people do not sign in with our passwords.
  if (identity.foreign) return;
  call(giveInteractionPassword, givePassword);
  call(giveInteractionCode, giveCode);
  call(resendInteractionCode, resend);
}

async function readDetails({ identity, provider }: InteractionDeps, call: InteractionRequest) {
  const { interaction } = call;
  const client = await provider.Client.find(String(interaction.params.client_id));
  const hint = interaction.params.login_hint;
  const asked = consentAsked(interaction);
  const user = asked && (await findUser(identity.db, asked.userId));
  return {
    clientName: client?.clientName ?? null,
    loginHint: typeof hint === 'string' ? hint.slice(0, 100) : '',
    consent: asked && user ? { username: user.username, toApi: asked.toApi } : null,
    phone: await phoneAsked(identity, call),
  };
}

/**
 * Returns a ticket to set up a phone if the library waits for a phone, otherwise null. The library checks for the phone
 * again before it continues.
 */
async function phoneAsked(identity: Identity, asked: InteractionRequest) {
  const { prompt, session, returnTo: redirectTo } = asked.interaction;
  if (prompt.name !== PHONE_PROMPT || session === undefined) return null;
  const user = await findUser(identity.db, session.accountId);
  const token = user && (await openTwoFactorSetup(identity, { ...stepOf(asked), user, scope: SCOPES.join(' ') }));
  return token === undefined ? null : { token, redirectTo };
}

/**
 * Returns the user whom the library asks for consent, and whether the consent is for the auction API. Returns undefined
 * if the library asks for no consent.
 */
function consentAsked({ prompt, session }: Interaction): { userId: string; toApi: boolean } | undefined {
  const userId = session?.accountId;
  if (prompt.name !== 'consent' || userId === undefined) return undefined;
  return { userId, toApi: prompt.details.missingResourceScopes !== undefined };
}

/** Stores the person's answer. A consent to the auction API is stored permanently, so the person is asked only once. */
async function takeConsent(
  { identity }: InteractionDeps,
  { interaction }: InteractionRequest,
  { isAllowed }: BodyOf<typeof giveInteractionConsent>,
) {
  const asked = consentAsked(interaction);
  if (!asked) throw new Refused('interaction_expired');
  if (isAllowed && asked.toApi) await giveConsent(identity.db, asked.userId, String(interaction.params.client_id));
  interaction.result = isAllowed ? { consent: {} } : { error: 'access_denied', error_description: 'consent denied' };
  await interaction.persist();
  return { redirectTo: interaction.returnTo };
}

async function givePassword(
  { identity, provider }: InteractionDeps,
  asked: InteractionRequest,
  { username, password }: BodyOf<typeof giveInteractionPassword>,
): Promise<InteractionStep> {
  const { cookies } = provider.createContext(asked.request.raw, asked.reply.raw);
  const { user, sent } = await checkPasswordStep(identity, {
    ...stepOf(asked),
    username,
    password,
    scope: SCOPES.join(' '),
    address: addressOf(asked.request),
    cookie: (name) => cookies.get(name, { signed: false }),
  });
  if (sent) return { next: 'code', sent };
  const login = { userId: user.id, amr: ['pwd'], passwordHash: user.passwordHash };
  return { next: 'done', redirectTo: await finishInteraction(identity, asked.interaction, login) };
}

async function giveCode(
  { identity }: InteractionDeps,
  asked: InteractionRequest,
  { username, otp, trusted }: BodyOf<typeof giveInteractionCode>,
): Promise<InteractionStep> {
  const step = stepOf(asked);
  const { user } = await checkCodeStep(identity, { ...step, username, otp, address: addressOf(asked.request) });
  const device = { hash: sha256(step.fingerprint), userAgent: asked.request.headers['user-agent'] ?? '' };
  const login = {
    userId: user.id,
    amr: ['pwd', 'otp'],
    passwordHash: user.passwordHash,
    device: trusted ? device : undefined,
  };
  return { next: 'done', redirectTo: await finishInteraction(identity, asked.interaction, login) };
}

async function resend(
  { identity }: InteractionDeps,
  asked: InteractionRequest,
  { username, NotificationMethod: method }: BodyOf<typeof resendInteractionCode>,
) {
  const user = await findUserOrNobody(identity.db, username);
  return resendLoginCode(identity, { ...stepOf(asked), user, method });
}

/** Returns data that bind the second step to this interaction and to the device of the first step. */
function stepOf({ interaction, request }: InteractionRequest) {
  return {
    clientId: `interaction ${interaction.uid}`,
    fingerprint: requireFingerprint(readFingerprint(request.headers)),
    language: languageOf(request.headers['accept-language']),
  };
}
