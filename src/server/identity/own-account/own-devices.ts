import { sql } from 'kysely';
import { forgetDevice, forgetDevices, listDevices } from '#contract/identity/own-account.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** The page that lists a person's trusted devices and forgets them. */
export function deviceOperations(): Operation[] {
  const list = operation(listDevices, async ({ db, caller, fingerprint, nowMs }) => {
    const rows = await db
      .selectFrom('trusted_device')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .where('expires_at', '>', new Date(nowMs))
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      trustedAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isThisDevice: row.device_hash === sha256(fingerprint),
    }));
  });
  const forget = operation(forgetDevice, async ({ db, caller, params }) => {
    const { rows } = await sql`
      delete from trusted_device where id = ${params.id} and user_id = ${caller.userId} returning id`.execute(db);
    if (rows.length === 0) throw new Refused('not_found');
    return {};
  });
  const forgetAll = operation(forgetDevices, async ({ db, caller }) => {
    await forgetDevicesOf(db, caller.userId);
    return {};
  });
  return [list, forget, forgetAll];
}
