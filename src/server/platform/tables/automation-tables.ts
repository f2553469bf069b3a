import type { Generated } from 'kysely';
import type { ApiKeyRole } from '#domain/automation/api-key.ts';
import type { DeliveryKind, WebhookKind } from '#domain/automation/webhook.ts';
import type { DefaultTime, Time, Json } from '#server/platform/tables/column-types.ts';

/** The tables of what companies' own programs use, as queries see them. */
export type AutomationTables = {
  api_key: {
    id: string;
    account_id: string;
    user_id: string;
    name: string;
    role: ApiKeyRole;
    token_hash: string;
    hint: string;
    created_at: DefaultTime;
    expires_at: Time;
    last_used_at: Time | null;
    revoked_at: Time | null;
    revoked_by: string | null;
  };
  api_key_act: {
    id: Generated<string>;
    api_key_id: string;
    at: DefaultTime;
    action: string;
    subject: Json<unknown>;
    address: string;
  };
  webhook: {
    id: string;
    account_id: string;
    url: string;
    kinds: WebhookKind[];
    sealed_secret: string;
    sealed_before: string | null;
    before_until: Time | null;
    created_by: string;
    created_at: DefaultTime;
    failing_since: Time | null;
    disabled_at: Time | null;
  };
  webhook_delivery: {
    id: string;
    webhook_id: string;
    kind: DeliveryKind;
    body: string;
    created_at: DefaultTime;
    attempts: Generated<number>;
    next_attempt_at: Time | null;
    delivered_at: Time | null;
    status: number | null;
    error: string | null;
  };
};
