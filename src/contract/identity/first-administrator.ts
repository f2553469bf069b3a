import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { sentOtpSchema } from '#contract/identity/identity.ts';
import { PASSWORD_REFUSALS } from '#contract/identity/own-account.ts';

/**
 * The first administrator of a new platform (decision 129). Each call needs the token of the one-time link. The token is
 * in the body, so that no log contains it.
 */

/** The domain's rules check each field. This schema only rejects texts that are too long for any rule. */
const text = z.string().check(z.maxLength(1_000));
const person = z.object({ token: text, Username: text, Email: text, Password: text, ConfirmPassword: text });

export const openFirstAdministratorLink = route('POST /api/auth/first-administrator/link', {
  access: 'open',
  summary: 'Check the one-time link for the first administrator. The link stays valid',
  body: z.object({ token: text }),
  /** `email`: the only address that may use the link; null if any address may. */
  reply: z.strictObject({ email: z.nullable(z.string()), expiresAt: timeSchema }),
  refuses: ['first_link_over'],
});

/** Refusals of what the first administrator typed, in both steps. */
const PERSON_REFUSALS = [
  'first_link_over',
  'email_not_of_link',
  'username_required',
  'username_length',
  'username_characters',
  'username_taken',
  'invalid_email_format',
  'email_taken',
  ...PASSWORD_REFUSALS,
  'device_fingerprint_required',
] as const;

export const sendFirstAdministratorCode = route('POST /api/auth/first-administrator', {
  access: 'open',
  summary: 'Send a one-time code to the address of the first administrator. After the wait, sends another code',
  body: person,
  reply: sentOtpSchema,
  refuses: [
    ...PERSON_REFUSALS,
    'code_not_sent',
    'otp_resend_too_soon',
    'otp_reached_max_attempts',
    'too_many_requests',
  ],
});

export const makeFirstAdministrator = route('POST /api/auth/first-administrator/confirmation', {
  access: 'open',
  summary: 'Create the first administrator, an owner, with the code that was sent. The link ends',
  body: z.extend(person, { Otp: text }),
  /**
   * `Otp`, in variant TNBX: a one-time code for the second step of the sign-in. It is valid immediately on this device.
   */
  reply: z.strictObject({ username: z.string(), Otp: z.optional(z.string()) }),
  refuses: [...PERSON_REFUSALS, 'invalid_otp', 'otp_expired', 'otp_reached_max_attempts', 'too_many_requests'],
});
