import { errors } from 'oidc-provider';
import { ERRORS, type ErrorCode } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import { errorMessage } from '#server/platform/http/words.ts';

export type RefusalExtras = Readonly<Record<string, string | number>>;

/** A "no" of the token endpoint: OAuth's `{ error, error_description }` in the caller's language, and more members. */
export class SignInRefused extends errors.CustomOIDCProviderError {
  readonly extras: RefusalExtras;

  constructor(code: ErrorCode, language: Language, extras: RefusalExtras = {}, description?: string) {
    super(code, description ?? errorMessage(language, code, undefined));
    this.extras = extras;
    this.status = ERRORS[code].status;
    this.statusCode = this.status;
  }
}
