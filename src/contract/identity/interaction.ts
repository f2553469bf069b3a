import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { methodSchema, sentOtpSchema } from '#contract/identity/identity.ts';

/**
 * Returns the path of an interaction. The calls of the interaction are below this path. They work only in the browser
 * that holds the interaction's cookie.
 */
export const interactionPath = <Uid extends string>(uid: Uid) => `/connect/interaction/${uid}` as const;

const PATH = interactionPath('{uid}');

const own = { access: 'open', params: z.object({ uid: z.string() }) } as const;

/** The next step of a sign-in: the one-time code, or the redirect back to the client. */
const stepSchema = z.union([
  z.strictObject({ next: z.literal('code'), sent: sentOtpSchema }),
  z.strictObject({ next: z.literal('done'), redirectTo: z.string() }),
]);
export type InteractionStep = z.output<typeof stepSchema>;

export const readInteraction = route(`GET ${PATH}/details`, {
  ...own,
  summary: 'The application that requests the sign-in, unless it is our own, and the expected username',
  reply: z.strictObject({
    clientName: z.nullable(z.string()),
    loginHint: z.string(),
    /**
     * The consent that the signed-in person must give: the application learns who the person is, and with `toApi` it
     * also calls the auction API for the person.
     */
    consent: z.nullable(z.strictObject({ username: z.string(), toApi: z.boolean() })),
    /**
     * The signed-in person must set up a phone first. The set-up calls send `token` as `Authorization: Setup <token>`.
     * Afterwards the browser goes to `redirectTo`.
     */
    phone: z.nullable(z.strictObject({ token: z.string(), redirectTo: z.string() })),
  }),
  refuses: ['interaction_expired', 'device_fingerprint_required'],
});

export const giveInteractionConsent = route(`POST ${PATH}/consent`, {
  ...own,
  summary: 'Allow or deny the application’s request',
  body: z.object({ isAllowed: z.boolean() }),
  reply: z.strictObject({ redirectTo: z.string() }),
  refuses: ['interaction_expired'],
});

export const giveInteractionPassword = route(`POST ${PATH}/password`, {
  ...own,
  summary: 'First step of the hosted sign-in',
  body: z.object({ username: z.string(), password: z.string() }),
  reply: stepSchema,
  refuses: ['interaction_expired', 'invalid_username_or_password', 'device_fingerprint_required'],
});

export const giveInteractionCode = route(`POST ${PATH}/code`, {
  ...own,
  summary: 'Second step of the hosted sign-in. `trusted` makes the device a trusted device',
  body: z.object({ username: z.string(), otp: z.string(), trusted: z.boolean() }),
  reply: stepSchema,
  refuses: ['interaction_expired', 'invalid_otp', 'otp_expired', 'device_fingerprint_required'],
});

export const resendInteractionCode = route(`POST ${PATH}/resend-code`, {
  ...own,
  summary: 'Resend the code, only between the two steps',
  body: z.object({ username: z.string(), NotificationMethod: methodSchema }),
  reply: sentOtpSchema,
  refuses: [
    'interaction_expired',
    'otp_expired',
    'otp_resend_too_soon',
    'code_not_sent',
    'device_fingerprint_required',
  ],
});
