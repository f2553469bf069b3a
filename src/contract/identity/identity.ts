import * as z from 'zod/mini';
import { countrySchema, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { ADMIN_ROLES } from '#domain/access/admin-role.ts';
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
   * The role name that the identity service stores. TNBxOps marks administrators of variant TNBX (docs/rules.md#roles).
   */
  reHashRoleName: z.string(),
  auctionUserRole: z.enum(['User', 'Admin']),
  /** The roles of an administrator. Empty for users. */
  adminRoles: z.array(z.enum(ADMIN_ROLES)),
  accounts: z.array(accountSchema),
  /** The phone for one-time codes. The number is complete, because only the phone's owner gets this reply. */
  phone: z.nullable(z.strictObject({ PhoneCode: z.string(), PhoneNumber: z.string(), isProven: z.boolean() })),
  /**
   * True if one of the accounts requires SMS and the user has no phone. Then the sign-in leads to the set-up of a phone
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

/** The same call as `getProfile`, at the identity service. */
export const getProfileAtIdentity = route('GET /api/profile', getProfile);

export const listOwnAccounts = route('GET /user/accounts', {
  summary: "The caller's business accounts",
  reply: z.array(accountSchema),
});

/**
 * The token endpoint of the identity service answers as OAuth does, without the auction API's envelope. On failure
 * `/connect/token` answers `{ error, error_description, … }`. These schemas include the extra members that sign-in
 * needs.
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
  /**
   * With `sent-otp`: how the one-time code was sent, its masked destination, and when the next one may be requested.
   */
  notification_method: z.optional(z.enum(NOTIFICATION_METHODS)),
  notification_target: z.optional(z.string()),
  resend_after_seconds: z.optional(z.number()),
  /** With `login-required-two-factor-setup`: the token that the set-up calls send instead of an access token. */
  setup_token: z.optional(z.string()),
  /** With `too_many_requests` and `login-error-reached-max-attempts-otp`: how long the lockout lasts. */
  retry_after_seconds: z.optional(z.number()),
});

export const sentOtpSchema = z.strictObject({
  notification_method: z.enum(NOTIFICATION_METHODS),
  /** The address or phone, masked so that only its owner recognizes it. */
  notification_target: z.string(),
  resend_after_seconds: z.number(),
});
export type SentOtp = z.output<typeof sentOtpSchema>;
export type NotificationMethod = SentOtp['notification_method'];

/** A method in upper or lower case letters, such as `Email` or `SMS`. */
export const methodSchema = z.pipe(
  z.transform((given) => String(given).toLowerCase()),
  z.enum(NOTIFICATION_METHODS),
);

const usernameSchema = z.string().check(z.maxLength(200));

export const resendLoginOtp = route('POST /api/auth/resend-login-otp', {
  access: 'open',
  summary: 'Resend the code for signing in, only between its two steps',
  body: z.object({ username: usernameSchema, NotificationMethod: methodSchema }),
  reply: sentOtpSchema,
  refuses: ['otp_expired', 'otp_resend_too_soon', 'code_not_sent', 'device_fingerprint_required'],
});

export const listNotificationMethods = route('GET /api/auth/notification-methods', {
  access: 'open',
  summary:
    'Ways to send a code to this user. Before a correct password, the answer is always email, without the address',
  query: z.object({ username: usernameSchema }),
  reply: z.array(z.strictObject({ method: z.enum(NOTIFICATION_METHODS), target: z.string() })),
  refuses: ['device_fingerprint_required'],
});

/** Header that carries the browser's device fingerprint to the identity service (docs/rules.md#specified-calls). */
export const DEVICE_HEADER = 'x-device-fingerprint';

/**
 * Header with the client id, for calls to the identity service without a form that contains it
 * (docs/rules.md#specified-calls).
 */
export const CLIENT_HEADER = 'x-client-id';

/** A message in the development outbox, which shows messages instead of sending them. */
export const outboxMessageSchema = z.strictObject({
  id: idSchema,
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  /** File names of the attachments, in their order. */
  attachments: z.array(z.string()),
  createdAt: timeSchema,
  sentAt: z.nullable(timeSchema),
});
export type OutboxMessage = z.output<typeof outboxMessageSchema>;

export const listOutbox = route('GET /development/outbox', {
  access: 'open',
  summary: 'Messages that were "sent". Answers not_found in production',
  reply: z.array(outboxMessageSchema),
  refuses: ['not_found'],
});

export const getOutboxAttachment = route('GET /development/outbox/{id}/attachments/{index}', {
  access: 'open',
  summary: 'An attachment of a message in the development outbox',
  params: z.strictObject({ id: idSchema, index: z.string().check(z.regex(/^\d{1,2}$/)) }),
  reply: fileSchema,
});
