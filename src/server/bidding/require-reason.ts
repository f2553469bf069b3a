import { refuseFields } from '#server/platform/http/refused.ts';

/** Why an admin does something in a room, which the history keeps; blank is no reason. */
export function requireReason(reason: string): string {
  const said = reason.trim();
  if (said === '') refuseFields({ reason: { code: 'field_required' } });
  return said;
}
