import type { ErrorCode, ErrorDetail, ErrorParams, FieldError } from '#contract/errors/errors.ts';

/** What can go wrong before any server has answered (docs/rules.md#error-messages): these codes never travel. */
export type LocalErrorCode = 'connection_lost' | 'no_response' | 'request_failed';

/** A call that didn't succeed, whichever the reason. `message` is the server's, in the language that was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | LocalErrorCode;
  readonly status: number;
  readonly params: ErrorParams;
  readonly fields: Readonly<Record<string, FieldError>>;
  /** What a refusal speaks of, such as bids that an edit would cancel. */
  readonly details: readonly ErrorDetail[];

  constructor(
    code: ErrorCode | LocalErrorCode,
    about: {
      message?: string;
      status?: number;
      params?: ErrorParams | undefined;
      fields?: ApiError['fields'] | undefined;
      details?: ApiError['details'] | undefined;
    },
  ) {
    super(about.message ?? '');
    this.code = code;
    this.status = about.status ?? 0;
    this.params = about.params ?? {};
    this.fields = about.fields ?? {};
    this.details = about.details ?? [];
  }
}

/** Codes of ours as they are written. Which there are isn't asked: their list alone would be 2 kB of every page. */
const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[a-z][a-z\d_-]*$/.test(code);

/** The answer's body as an error; a body that isn't ours (a proxy's page) becomes `internal`. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const known = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = isCode(known.code) ? known.code : 'internal';
  return new ApiError(code, {
    status,
    message: typeof known.message === 'string' ? known.message : '',
    params: known.params as ErrorParams | undefined,
    fields: known.fields as ApiError['fields'] | undefined,
    details: known.details as ApiError['details'] | undefined,
  });
}

/** Any thrown value as an ApiError, for places that show errors. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError('request_failed', { message: thrown instanceof Error ? thrown.message : '' });

/** Nothing came back, or the server couldn't just now: only those are worth asking again. */
export const isUnanswered = (error: ApiError): boolean =>
  error.code === 'no_response' || error.code === 'connection_lost' || error.status >= 500;
