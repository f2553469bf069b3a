import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { methodSchema, sentOtpSchema } from '#contract/identity/identity.ts';
import { acceptedTemplatesSchema } from '#contract/template-acceptance.ts';

/**
 * A person's own account at the identity service (docs/rules.md#specified-calls): sign-up, passwords, the phone for
 * one-time codes, trusted devices. Body members are spelled as in the specification.
 */

/** The domain's rules check each field. This schema only rejects texts that are too long for any rule. */
const text = z.string().check(z.maxLength(1_000));

/** A new password: its rules, and its repetition. */
export const PASSWORD_REFUSALS = [
  'field_required',
  'password_length_requirement',
  'password_requirements',
  'password_guessable',
  'password_does_not_match',
] as const;
const PHONE_REFUSALS = ['phone_code_unknown', 'phone_number_incorrect', 'phone_number_length'] as const;

export const register = route('POST /api/auth/register', {
  access: 'open',
  summary:
    'Sign up. A message goes to the email address or phone, as chosen. The answer does not reveal whether the username or address exists',
  body: z.object({
    Username: text,
    Email: text,
    Password: text,
    ConfirmPassword: text,
    PhoneCode: text,
    PhoneNumber: text,
    NotificationMethod: methodSchema,
    /** Policies that the person read and accepted during sign-up. */
    acceptedTemplates: z.optional(acceptedTemplatesSchema),
  }),
  reply: z.extend(sentOtpSchema, { userRegisterId: idSchema }),
  refuses: [
    'username_required',
    'username_length',
    'username_characters',
    'invalid_email_format',
    ...PASSWORD_REFUSALS,
    ...PHONE_REFUSALS,
    'device_fingerprint_required',
    'template_not_in_force',
    'feature_disabled',
    'otp_resend_too_soon',
    'otp_reached_max_attempts',
    'too_many_requests',
  ],
});

export const confirmRegistration = route('POST /api/auth/register/confirmation', {
  access: 'open',
  summary: 'Create the user, with the code that was sent',
  /** `Username`: another name if the first one is taken. The one-time code stays valid for the other name. */
  body: z.object({ userRegisterId: idSchema, Otp: text, Username: z.optional(text) }),
  /**
   * `Otp`: a one-time code for the second step of the sign-in. It is valid immediately on this device, because the
   * person has just entered another code.
   */
  reply: z.strictObject({ username: z.string(), Otp: z.string() }),
  refuses: [
    'invalid_otp',
    'otp_expired',
    'otp_reached_max_attempts',
    'username_required',
    'username_length',
    'username_characters',
    'username_taken',
    'email_taken',
  ],
});

export const resendRegistrationCode = route('POST /api/auth/resend-registration-otp', {
  access: 'open',
  summary: 'Resend the code for signing up',
  body: z.object({ userRegisterId: idSchema }),
  reply: sentOtpSchema,
  refuses: ['otp_expired', 'otp_resend_too_soon'],
});

const byEmail = z.object({ Email: text, NotificationMethod: methodSchema });

export const forgotPassword = route('POST /api/auth/forgot-password', {
  access: 'open',
  summary: 'Send a code for a new password. The answer does not reveal whether the address exists',
  body: byEmail,
  reply: sentOtpSchema,
  refuses: [
    'feature_disabled',
    'invalid_email_format',
    'otp_resend_too_soon',
    'forgot-password-error-reached-max-attempts-otp',
  ],
});

export const resendForgotPasswordCode = route('POST /api/auth/resend-forgot-password-otp', {
  ...forgotPassword,
  summary: 'Resend the code for a new password',
});

export const confirmForgotPassword = route('POST /api/auth/forgot-password/confirmation', {
  access: 'open',
  summary: 'Exchange the code for the right to set a new password',
  body: z.object({ Email: text, Otp: text }),
  reply: z.strictObject({ resetToken: z.string() }),
  refuses: ['feature_disabled', 'invalid_otp', 'otp_expired', 'forgot-password-error-reached-max-attempts-otp'],
});

export const resetPassword = route('POST /api/auth/reset-password', {
  access: 'open',
  summary: 'Set a new password. Ends every session and removes every trusted device',
  body: z.object({ resetToken: text, Password: text, ConfirmPassword: text, endsApiKeys: z.optional(z.boolean()) }),
  reply: z.strictObject({ username: z.string() }),
  refuses: ['reset_expired', ...PASSWORD_REFUSALS],
});

export const changePassword = route('POST /api/auth/change-password', {
  access: 'signedIn',
  summary: 'Change the caller’s password. Ends every session and removes every trusted device',
  body: z.object({
    CurrentPassword: text,
    Password: text,
    ConfirmPassword: text,
    /** Whether to revoke the caller's API keys too. */
    endsApiKeys: z.optional(z.boolean()),
  }),
  /** `Otp`, in variant TNBX: signs this device in again immediately, as after sign-up. */
  reply: z.strictObject({ Otp: z.optional(z.string()) }),
  refuses: ['current_password_incorrect', 'password_unchanged', ...PASSWORD_REFUSALS, 'account_locked'],
});

export const countApiKeys = route('GET /api/profile/api-keys', {
  access: 'signedIn',
  summary: 'Number of the caller’s active API keys, in all companies: `endsApiKeys` of a new password revokes them',
  reply: z.strictObject({ count: z.number() }),
});

const phone = z.object({ PhoneCode: text, PhoneNumber: text });

/**
 * Works also without a session, with `Authorization: Setup <token>`, for users who need a phone before they can sign
 * in. The error `login-required-two-factor-setup` contains the token.
 */
export const addPhone = route('POST /api/profile/add-phone-number', {
  access: 'user',
  summary: 'Send a code to the caller’s first phone',
  /** `CurrentPassword`: required from a caller with a session. */
  body: z.extend(phone, { CurrentPassword: z.optional(text) }),
  reply: sentOtpSchema,
  refuses: [
    'feature_disabled',
    'field_required',
    'current_password_incorrect',
    'account_locked',
    ...PHONE_REFUSALS,
    'phone_number_unchanged',
    'phone_already_set',
    'otp_resend_too_soon',
  ],
});

export const changePhone = route('PUT /api/profile/phone-number', {
  ...addPhone,
  summary: 'Send a code to the phone that will replace the caller’s. The old phone stays until the code is entered',
});

export const resendPhoneCode = route('POST /api/profile/resend-phone-number-otp', {
  ...addPhone,
  summary: 'Resend the code to the new phone',
  body: z.extend(phone, { NotificationMethod: z.optional(methodSchema) }),
  refuses: [...addPhone.refuses, 'otp_expired'],
});

export const validatePhone = route('POST /api/profile/validate-phone-number', {
  access: 'user',
  summary: 'Verify the phone as the caller’s, with the code that was sent to it',
  body: z.extend(phone, { Otp: text }),
  /** `Otp`, only for a caller with a set-up token: signs in, as after sign-up. */
  reply: z.strictObject({ Otp: z.optional(z.string()) }),
  refuses: ['feature_disabled', 'invalid_otp', 'otp_expired', 'otp_reached_max_attempts'],
});

export const trustedDeviceSchema = z.strictObject({
  id: idSchema,
  /** The browser's user agent. Screens show it in words. */
  userAgent: z.string(),
  trustedAt: timeSchema,
  lastUsedAt: timeSchema,
  expiresAt: timeSchema,
  /** Whether the request came from this device. */
  isThisDevice: z.boolean(),
});
export type TrustedDevice = z.output<typeof trustedDeviceSchema>;

export const listTrustedDevices = route('GET /api/profile/trusted-devices', {
  access: 'signedIn',
  summary: 'Devices that need no one-time code, last used first',
  reply: z.array(trustedDeviceSchema),
});

export const listApplications = route('GET /api/profile/applications', {
  access: 'signedIn',
  summary: 'Other applications that the caller allowed to act through the auction API',
  reply: z.array(z.strictObject({ id: z.string(), name: z.string(), grantedAt: timeSchema })),
});

export const withdrawApplication = route('DELETE /api/profile/applications/{clientId}', {
  access: 'signedIn',
  summary: 'Withdraw the consent. The application’s tokens end',
  params: z.object({ clientId: z.string().check(z.maxLength(100)) }),
});

export const removeTrustedDevice = route('DELETE /api/profile/trusted-devices/{id}', {
  access: 'signedIn',
  summary: 'Remove a trusted device. The next sign-in on it needs a one-time code again',
});

export const removeTrustedDevices = route('DELETE /api/profile/trusted-devices', {
  access: 'signedIn',
  summary: 'Remove all trusted devices of the caller',
});
