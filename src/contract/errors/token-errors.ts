import { IDENTITY_ERRORS, type IdentityError } from '#contract/errors/identity-errors.ts';
import { TRANSPORT_ERRORS, type TransportError } from '#contract/errors/transport-errors.ts';

/** Whether a token endpoint may mean this: who signs in loads no codes of auctions. */
export const isTokenErrorCode = (code: string): code is IdentityError | TransportError =>
  Object.hasOwn(IDENTITY_ERRORS, code) || Object.hasOwn(TRANSPORT_ERRORS, code);
