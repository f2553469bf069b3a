import { badRequest, conflict, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** Errors of the request or the server that any feature can have. They are part of `ERRORS`. */
export const TRANSPORT_ERRORS = {
  /** The schema of the operation refuses the request. `fields` names each field by its path. */
  invalid_request: badRequest,
  field_unknown: badRequest,
  field_wrong_type: badRequest,
  field_wrong_format: badRequest,
  field_not_a_choice: badRequest,
  field_too_small: badRequest,
  field_too_large: badRequest,
  field_invalid: badRequest,
  /** A field was sent twice with different values: under its own name, and in the form of replies. */
  fields_disagree: badRequest,
  not_found: { status: 404 },
  too_many_requests: { status: 429 },
  idempotency_key_required: badRequest,
  idempotency_key_reused: conflict,
  registration_not_found: { status: 404 },
  feature_disabled: { status: 404 },
  export_too_large: conflict,
  service_busy: { status: 503 },
  /** The database is away, moving to another machine, or too slow. The call had no effect, or may be repeated. */
  database_away: { status: 503 },
  /** The primary has no synchronous standby, and the server accepts nothing without one (REQUIRE_STANDBY). */
  standby_away: { status: 503 },
  files_unavailable: { status: 503 },
  internal: { status: 500 },
} as const satisfies Record<string, ErrorEntry>;
