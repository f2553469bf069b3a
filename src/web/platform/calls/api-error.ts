import type { ErrorCode, ErrorDetail, ErrorParams, FieldError } from '#contract/errors/errors.ts';
import type { Receipt } from '#domain/record/receipt.ts';

/**
 * Errors that the browser reports when it gets no usable response (docs/rules.md#error-messages). No server sends these
 * codes.
 */
export type LocalErrorCode = 'connection_lost' | 'no_response' | 'request_failed';

/** A call that failed for any reason. `message` is the server's own text, in the language of the request. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | LocalErrorCode;
  readonly status: number;
  readonly params: ErrorParams;
  readonly fields: Readonly<Record<string, FieldError>>;
  /** The objects that the refusal is about, such as the bids that an edit would cancel. */
  readonly details: readonly ErrorDetail[];
  /** Proves that a late bid was recorded. */
  readonly receipt: Receipt | undefined;
  /** The time after which the server wants the call to be repeated (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode | LocalErrorCode,
    about: {
      message?: string;
      status?: number;
      params?: ErrorParams | undefined;
      fields?: ApiError['fields'] | undefined;
      details?: ApiError['details'] | undefined;
      receipt?: Receipt | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(about.message ?? '');
    this.code = code;
    this.status = about.status ?? 0;
    this.params = about.params ?? {};
    this.fields = about.fields ?? {};
    this.details = about.details ?? [];
    this.receipt = about.receipt;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** Checks only the form of a code. A list of all codes would add 2 kB to every page. */
const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[a-z][a-z\d_-]*$/.test(code);

/** Returns the error of a response. A body that our server did not send (such as a proxy's page) becomes `internal`. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const known = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = isCode(known.code) ? known.code : 'internal';
  return new ApiError(code, {
    status,
    message: typeof known.message === 'string' ? known.message : '',
    params: known.params as ErrorParams | undefined,
    // The fields of a refused schema are paths of the API. No form has such fields, so the message is shown.
    fields: code === 'invalid_request' ? undefined : (known.fields as ApiError['fields'] | undefined),
    details: known.details as ApiError['details'] | undefined,
    receipt: known.receipt as Receipt | undefined,
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  });
}

/** Returns any thrown value as an ApiError, for components that show errors. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError('request_failed', { message: thrown instanceof Error ? thrown.message : '' });

/**
 * Returns true if no response came, or if the server was temporarily unavailable. Only such calls are worth repeating.
 */
export const isUnanswered = (error: ApiError): boolean =>
  error.code === 'no_response' || error.code === 'connection_lost' || error.status >= 500;
