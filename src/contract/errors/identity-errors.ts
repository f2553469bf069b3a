import { badRequest, conflict, refusal, unauthorised, type ErrorEntry } from '#contract/errors/error-entry.ts';
import { TRANSPORT_ERRORS } from '#contract/errors/transport-errors.ts';
import type { RegistrationRefusal } from '#domain/identity/judge-registration.ts';

/**
 * Errors of unauthorized answers (docs/rules.md#unauthorized-answers) and of the identity service
 * (docs/rules.md#error-messages). They are part of `ERRORS`.
 */
export const IDENTITY_ERRORS = {
  logged_in_on_different_device: unauthorised,
  invalid_role: unauthorised,
  forbidden_access: unauthorised,
  account_locked: unauthorised,
  session_revoked: unauthorised,
  unauthorized_access: unauthorised,
  token_expired: unauthorised,
  not_signed_in: unauthorised,
  invalid_username_or_password: badRequest,
  'sent-otp': badRequest,
  invalid_otp: badRequest,
  otp_expired: badRequest,
  otp_resend_too_soon: { status: 429 },
  code_not_sent: { status: 503 },
  'login-error-reached-max-attempts-otp': badRequest,
  'login-required-two-factor-setup': badRequest,
  'forgot-password-error-reached-max-attempts-otp': badRequest,
  otp_reached_max_attempts: badRequest,
  username_required: refusal,
  username_length: refusal,
  username_characters: refusal,
  username_taken: conflict,
  invalid_email_format: refusal,
  email_taken: conflict,
  password_requirements: refusal,
  password_guessable: refusal,
  password_length_requirement: refusal,
  password_does_not_match: refusal,
  current_password_incorrect: refusal,
  password_unchanged: refusal,
  phone_code_unknown: refusal,
  phone_number_incorrect: refusal,
  phone_number_length: refusal,
  phone_number_unchanged: refusal,
  phone_already_set: conflict,
  reset_expired: badRequest,
  first_link_over: badRequest,
  email_not_of_link: refusal,
  device_fingerprint_required: badRequest,
  interaction_expired: badRequest,
} as const satisfies Record<Exclude<RegistrationRefusal, 'field_required'>, ErrorEntry> & Record<string, ErrorEntry>;

/**
 * Returns whether a token endpoint can reply with this code. The function does not use `ERRORS`, so that the sign-in
 * page does not need to load the codes of auctions.
 */
export const isTokenErrorCode = (code: string): code is keyof typeof IDENTITY_ERRORS | keyof typeof TRANSPORT_ERRORS =>
  Object.hasOwn(IDENTITY_ERRORS, code) || Object.hasOwn(TRANSPORT_ERRORS, code);
