import type { ApiError } from '#web/platform/calls/api-error.ts';

/** The effect of a 401 or 403 on the session (docs/rules.md#unauthorized-answers). */
type SessionStep = 'refresh' | 'alert' | 'toast' | 'warn' | 'block' | 'none';

/** The effects of single codes. Any other 401 requests new tokens once; any other 403 ends the session. */
const STEPS: Partial<Record<ApiError['code'], SessionStep>> = {
  logged_in_on_different_device: 'alert',
  invalid_role: 'toast',
  forbidden_access: 'toast',
  account_locked: 'warn',
  session_revoked: 'toast',
  unauthorized_access: 'block',
  // These codes are about one call. The screen that made the call shows the error.
  no_permission_to_join_auction: 'none',
  admin_role_missing: 'none',
};

/** Returns the effect of an error on the session; `none` for anything but a 401 or 403. */
export function sessionStepOf(error: Pick<ApiError, 'status' | 'code'>): SessionStep {
  if (error.status !== 401 && error.status !== 403) return 'none';
  return STEPS[error.code] ?? (error.status === 401 ? 'refresh' : 'toast');
}
