import { listApplications, withdrawApplication } from '#contract/identity/own-account.ts';
import { withdrawConsent } from '#server/identity/provider/client-consent.ts';
import type { Config } from '#server/platform/config/config.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { comeBack } from '#server/platform/hub/come-back.ts';

/** Lists the applications that a person allowed to act through the auction API, and withdraws that (decision 58). */
export function applicationOperations({ CLIENTS }: Pick<Config, 'CLIENTS'>): Operation[] {
  const list = operation(listApplications, async ({ db, caller }) => {
    const rows = await db
      .selectFrom('client_consent')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .orderBy('granted_at')
      .orderBy('client_id')
      .execute();
    return rows.map(({ client_id: id, granted_at: grantedAt }) => ({
      id,
      name: CLIENTS.find((client) => client.client_id === id)?.name ?? id,
      grantedAt: grantedAt.toISOString(),
    }));
  });
  const withdraw = operation(withdrawApplication, async ({ db, caller, params }) => {
    if (!(await withdrawConsent(db, caller.userId, params.clientId))) throw new Refused('not_found');
    // Sockets that the application opened stay closed; all others reconnect.
    await comeBack(db, [caller.userId]);
    return {};
  });
  return [list, withdraw];
}
