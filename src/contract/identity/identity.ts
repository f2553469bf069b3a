import * as z from 'zod/mini';
import { countrySchema, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { MEMBER_ROLES } from '#domain/access/may.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { NOTIFICATION_METHODS } from '#domain/identity/notification-method.ts';

export const accountSchema = z.strictObject({
  id: idSchema,
  companyName: z.string(),
  englishCompanyName: z.string(),
  country: countrySchema,
  status: z.enum(ACCOUNT_STATUSES),
  role: z.enum(MEMBER_ROLES),
});

export const profileSchema = z.strictObject({
  userId: idSchema,
  username: z.string(),
  email: z.string(),
  /**
   * The role name as the identity service stores it; TNBxOps marks administrators of variant TNBX
   * (docs/rules.md#roles).
   */
  reHashRoleName: z.string(),
  auctionUserRole: z.enum(['User', 'Admin']),
  accounts: z.array(accountSchema),
  /** Where codes can go; the phone in full, to its owner. */
  phone: z.nullable(z.strictObject({ PhoneCode: z.string(), PhoneNumber: z.string(), isProven: z.boolean() })),
  /**
   * SMS is required of one of the accounts, and there is no phone: signing in leads through setting one up
   * (docs/rules.md#sign-in).
   */
  needsTwoFactorSetup: z.boolean(),
});
export type Profile = z.output<typeof profileSchema>;

export const getProfile = route('GET /profile', {
  access: 'signedIn',
  summary: 'The caller, with its business accounts',
  reply: profileSchema,
});

/** The same, at the identity service. */
export const getProfileAtIdentity = route('GET /api/profile', getProfile);

export const listOwnAccounts = route('GET /user/accounts', {
  summary: "The caller's business accounts",
  reply: z.array(accountSchema),
});

/**
 * The identity service's own answers are OAuth's, not the auction API's envelope: `/connect/token` answers
 * `{ error, error_description, … }` on failure. These are the extra members that sign-in needs.
 */
export const tokenReplySchema = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  expires_in: z.number(),
  token_type: z.string(),
});

export const tokenErrorSchema = z.object({
  error: z.string(),
  error_description: z.optional(z.string()),
  /** With `sent-otp`: how the code was sent, where to (masked), and when another one may be asked for. */
  notification_method: z.optional(z.enum(NOTIFICATION_METHODS)),
  notification_target: z.optional(z.string()),
  resend_after_seconds: z.optional(z.number()),
  /** With `login-required-two-factor-setup`: what the calls of the set-up show instead of an access token. */
  setup_token: z.optional(z.string()),
  /** With `too_many_requests` and `login-error-reached-max-attempts-otp`: how long the rest lasts. */
  retry_after_seconds: z.optional(z.number()),
});

export const sentOtpSchema = z.strictObject({
  notification_method: z.enum(NOTIFICATION_METHODS),
  /** Masked, so that only its owner recognises it. */
  notification_target: z.string(),
  resend_after_seconds: z.number(),
});
export type SentOtp = z.output<typeof sentOtpSchema>;
export type NotificationMethod = SentOtp['notification_method'];

/** Taken in any case, as `Email` or `SMS`. */
export const methodSchema = z.pipe(
  z.transform((given) => String(given).toLowerCase()),
  z.enum(NOTIFICATION_METHODS),
);

const usernameSchema = z.string().check(z.maxLength(200));

export const resendLoginOtp = route('POST /api/auth/resend-login-otp', {
  access: 'open',
  summary: 'Another code for signing in; only between its two steps',
  body: z.object({ username: usernameSchema, NotificationMethod: methodSchema }),
  reply: sentOtpSchema,
  refuses: ['otp_expired', 'otp_resend_too_soon', 'code_not_sent', 'device_fingerprint_required'],
});

export const listNotificationMethods = route('GET /api/auth/notification-methods', {
  access: 'open',
  summary: 'How a code can reach this user; before a right password everybody has e-mail alone, at an untold address',
  query: z.object({ username: usernameSchema }),
  reply: z.array(z.strictObject({ method: z.enum(NOTIFICATION_METHODS), target: z.string() })),
  refuses: ['device_fingerprint_required'],
});

/** Header that carries the browser's device fingerprint to the identity service (docs/rules.md#specified-calls). */
export const DEVICE_HEADER = 'x-device-fingerprint';

/**
 * Header that names the client to the identity service where no form does: its client id
 * (docs/rules.md#specified-calls).
 */
export const CLIENT_HEADER = 'x-client-id';

/** A message in the development outbox: what would have been sent. */
export const outboxMessageSchema = z.strictObject({
  id: idSchema,
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  /** What their documents are called, in their order. */
  attachments: z.array(z.string()),
  createdAt: timeSchema,
  sentAt: z.nullable(timeSchema),
});
export type OutboxMessage = z.output<typeof outboxMessageSchema>;

export const listOutbox = route('GET /development/outbox', {
  access: 'open',
  summary: 'Messages that were "sent"; answers not_found in production mode',
  reply: z.array(outboxMessageSchema),
});

export const getOutboxAttachment = route('GET /development/outbox/{id}/attachments/{index}', {
  access: 'open',
  summary: 'A document that goes with a message of the development outbox',
  params: z.strictObject({ id: idSchema, index: z.string().check(z.regex(/^\d{1,2}$/)) }),
  reply: fileSchema,
});
