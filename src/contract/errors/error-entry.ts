/** The HTTP status of an error. */
export type ErrorEntry = { readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 423 | 429 | 500 | 503 };

export const refusal: ErrorEntry = { status: 422 };
export const conflict: ErrorEntry = { status: 409 };
export const unauthorised: ErrorEntry = { status: 401 };
export const badRequest: ErrorEntry = { status: 400 };
