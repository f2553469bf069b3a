import { randomUUID } from 'node:crypto';
import type { Scope } from '#domain/automation/scope.ts';
import { admin, company, own, ownerAt } from '#testing/permissions/company-rows.ts';
import type { Rows, SetUp } from '#testing/permissions/row.ts';
import { missing, type Scene, type Stage } from '#testing/permissions/stage.ts';

type Holder = { readonly accountId: string | null; readonly userId: string };

/** Creates an API key and a webhook with a delivery, for the same company or for the operator. */
async function insertPrograms({ w }: Stage, { accountId, userId }: Holder): Promise<Scene> {
  const { db } = w.database;
  const [keyId, webhookId, deliveryId] = [randomUUID(), randomUUID(), randomUUID()];
  const ofKey = {
    name: 'x',
    role: accountId === null ? ('admin' as const) : ('viewer' as const),
    scopes: ['auctions:read'] as Scope[],
    token_hash: keyId,
    hint: '',
    expires_at: new Date(Date.now() + 60_000),
  };
  const unused = { last_used_at: null, revoked_at: null, revoked_by: null };
  await db
    .insertInto('api_key')
    .values({ id: keyId, account_id: accountId, user_id: userId, ...ofKey, ...unused })
    .execute();
  await db
    .insertInto('webhook')
    .values({
      id: webhookId,
      account_id: accountId,
      created_by: userId,
      ...aWebhook(),
      sealed_secret: '',
      sealed_before: null,
      before_until: null,
      failing_since: null,
      disabled_at: null,
    })
    .execute();
  await db
    .insertInto('webhook_delivery')
    .values({
      id: deliveryId,
      webhook_id: webhookId,
      kind: 'webhook.test',
      body: '{}',
      next_attempt_at: null,
      delivered_at: null,
      status: null,
      error: null,
    })
    .execute();
  return { ...missing(), id: accountId ?? webhookId, keyId, webhookId, deliveryId };
}

const ofPrograms: SetUp = (stage, place, who) => insertPrograms(stage, ownerAt(stage, place, who));
const ofOperator: SetUp = (stage) => insertPrograms(stage, { accountId: null, userId: stage.people.admin.userId });

const aWebhook = () => ({ url: 'https://example.com/hook', kinds: ['auction.result' as const] });

const KEY = { parts: ['keyId'] } as const;
const WEBHOOK = { parts: ['webhookId'] } as const;

/** Operations about API keys and webhooks, of companies and of the operator. */
export const programRows: Rows = {
  'GET /user/accounts/{id}/api-keys': own(company),
  'POST /user/accounts/{id}/api-keys': own(company, { body: () => ({ name: 'x', role: 'viewer', days: 30 }) }),
  'DELETE /user/accounts/{id}/api-keys/{keyId}': own(ofPrograms, KEY),
  'GET /user/accounts/{id}/api-keys/{keyId}/acts': own(ofPrograms, KEY),
  'GET /user/accounts/{id}/webhooks': own(company),
  'POST /user/accounts/{id}/webhooks': own(company, { body: aWebhook }),
  'PUT /user/accounts/{id}/webhooks/{webhookId}': own(ofPrograms, { ...WEBHOOK, body: aWebhook }),
  'DELETE /user/accounts/{id}/webhooks/{webhookId}': own(ofPrograms, WEBHOOK),
  'POST /user/accounts/{id}/webhooks/{webhookId}/secret': own(ofPrograms, WEBHOOK),
  'POST /user/accounts/{id}/webhooks/{webhookId}/test': own(ofPrograms, WEBHOOK),
  'GET /user/accounts/{id}/webhooks/{webhookId}/deliveries': own(ofPrograms, WEBHOOK),
  'POST /user/accounts/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/again': own(ofPrograms, {
    parts: ['webhookId', 'deliveryId'],
  }),
  'POST /admin/api-keys': { body: () => ({ name: 'x', scopes: ['auctions:read'], days: 30 }) },
  'DELETE /admin/api-keys/{id}': admin(ofOperator, { id: 'keyId' }),
  'GET /admin/api-keys/{id}/acts': admin(ofOperator, { id: 'keyId' }),
  'POST /admin/webhooks': { body: aWebhook },
  'PUT /admin/webhooks/{id}': admin(ofOperator, { body: aWebhook }),
  'DELETE /admin/webhooks/{id}': admin(ofOperator),
  'POST /admin/webhooks/{id}/secret': admin(ofOperator),
  'POST /admin/webhooks/{id}/test': admin(ofOperator),
  'GET /admin/webhooks/{id}/deliveries': admin(ofOperator),
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/again': admin(ofOperator),
};
