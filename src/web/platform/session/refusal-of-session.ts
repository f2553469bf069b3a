import type { ApiError } from '#web/platform/calls/api-error.ts';

/** What a 401 or 403 does to the session (docs/rules.md#unauthorized-answers). */
type SessionStep = 'refresh' | 'alert' | 'toast' | 'warn' | 'block' | 'none';

/** Codes with a behaviour of their own; any other 401 asks for new tokens once, any other 403 signs out. */
const STEPS: Partial<Record<ApiError['code'], SessionStep>> = {
  logged_in_on_different_device: 'alert',
  invalid_role: 'toast',
  forbidden_access: 'toast',
  account_locked: 'warn',
  session_revoked: 'toast',
  unauthorized_access: 'block',
  // About one auction; shown where it arises.
  no_permission_to_join_auction: 'none',
};

export function sessionStepOf(error: Pick<ApiError, 'status' | 'code'>): SessionStep {
  if (error.status !== 401 && error.status !== 403) return 'none';
  return STEPS[error.code] ?? (error.status === 401 ? 'refresh' : 'toast');
}
