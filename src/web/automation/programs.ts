import type { ReplyOf } from '#contract/basics/route.ts';
import {
  listApiKeyActs,
  listApiKeys,
  listOperatorKeyActs,
  listOperatorKeys,
  makeApiKey,
  makeOperatorKey,
  revokeApiKey,
  revokeOperatorKey,
  type ApiKeyAct,
  type OperatorKey,
} from '#contract/company/api-key.ts';
import {
  deliverAgain,
  deliverOperatorEventAgain,
  listDeliveries,
  listOperatorDeliveries,
  listOperatorWebhooks,
  listWebhooks,
  makeOperatorWebhook,
  makeWebhook,
  removeOperatorWebhook,
  removeWebhook,
  renewOperatorWebhookSecret,
  renewWebhookSecret,
  testOperatorWebhook,
  testWebhook,
  updateOperatorWebhook,
  updateWebhook,
  type Delivery,
  type OperatorWebhook,
} from '#contract/company/webhook.ts';
import { judgeManaging } from '#domain/access/may.ts';
import type { API_KEY_DAYS, ApiKeyRole } from '#domain/automation/api-key.ts';
import { COMPANY_SCOPES, isCompanyScope, SCOPES, type Scope } from '#domain/automation/scope.ts';
import { COMPANY_EVENTS, isCompanyEvent, WEBHOOK_KINDS, type WebhookKind } from '#domain/automation/webhook.ts';
import type { Membership } from '#web/company/account-choice.tsx';
import { api } from '#web/platform/calls/api.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** An API key in the list. Keys of the operator have no role. */
export type ShownKey = OperatorKey & { readonly role?: ApiKeyRole };

export type NewKey = {
  readonly name: string;
  readonly role: ApiKeyRole;
  readonly scopes: readonly Scope[];
  readonly days: (typeof API_KEY_DAYS)[number];
};

export type WebhookValues = {
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly isPaused?: boolean;
};

/** The options of a query, as `readQuery` returns them. */
type Query<Data> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  readonly meta: { readonly silent: true };
};

const query = <Data>(
  queryKey: readonly string[],
  read: (signal: { readonly signal: AbortSignal }) => Promise<Data>,
): Query<Data> => ({ queryKey, queryFn: ({ signal }) => read({ signal }), meta: { silent: true } });

type Told = ReplyOf<typeof makeOperatorWebhook>;

/** The API keys and webhooks of a company, or of the operator: the calls about them, and the possible choices. */
export type Programs = {
  /** Why this person may not change them; undefined if the person may. */
  readonly reason: PhraseKey | undefined;
  readonly keysNote: PhraseKey;
  readonly webhooksNote: PhraseKey;
  /** Whether keys have a role. */
  readonly hasRoles: boolean;
  readonly scopes: readonly Scope[];
  readonly events: readonly WebhookKind[];
  readonly keys: Query<ShownKey[]>;
  readonly acts: (keyId: string) => Query<ApiKeyAct[]>;
  readonly makeKey: (made: NewKey) => Promise<{ key: string; keys: ShownKey[] }>;
  readonly revokeKey: (keyId: string) => Promise<ShownKey[]>;
  readonly webhooks: Query<OperatorWebhook[]>;
  readonly deliveries: (webhookId: string) => Query<Delivery[]>;
  readonly makeWebhook: (made: WebhookValues) => Promise<Told>;
  readonly updateWebhook: (webhookId: string, changed: WebhookValues) => Promise<OperatorWebhook[]>;
  readonly removeWebhook: (webhookId: string) => Promise<OperatorWebhook[]>;
  readonly renewSecret: (webhookId: string) => Promise<Told>;
  readonly test: (webhookId: string) => Promise<Delivery[]>;
  readonly deliverAgain: (webhookId: string, deliveryId: string) => Promise<Delivery[]>;
};

/** Returns the API keys and webhooks of a company. Only its owners may change them. */
export function programsOfCompany(account: Membership): Programs {
  const { id } = account;
  const refusal = judgeManaging(account);
  const ofWebhook = (webhookId: string) => ({ params: { id, webhookId } });
  const bodyOf = ({ kinds, ...values }: WebhookValues) => ({ ...values, kinds: kinds.filter(isCompanyEvent) });
  return {
    reason: refusal && (`error.${refusal}` as const),
    keysNote: 'automation.keysNote',
    webhooksNote: 'automation.webhooksNote',
    hasRoles: true,
    scopes: COMPANY_SCOPES,
    events: COMPANY_EVENTS,
    keys: query(['api-keys', id], (signal) => api(listApiKeys, { params: { id }, ...signal })),
    acts: (keyId) =>
      query(['api-key-acts', keyId], (signal) => api(listApiKeyActs, { params: { id, keyId }, ...signal })),
    makeKey: ({ scopes, ...made }) =>
      api(makeApiKey, { params: { id }, body: { ...made, scopes: scopes.filter(isCompanyScope) } }),
    revokeKey: (keyId) => api(revokeApiKey, { params: { id, keyId } }),
    webhooks: query(['webhooks', id], (signal) => api(listWebhooks, { params: { id }, ...signal })),
    deliveries: (webhookId) =>
      query(['webhook-deliveries', webhookId], (signal) => api(listDeliveries, { ...ofWebhook(webhookId), ...signal })),
    makeWebhook: (made) => api(makeWebhook, { params: { id }, body: bodyOf(made) }),
    updateWebhook: (webhookId, changed) => api(updateWebhook, { ...ofWebhook(webhookId), body: bodyOf(changed) }),
    removeWebhook: (webhookId) => api(removeWebhook, ofWebhook(webhookId)),
    renewSecret: (webhookId) => api(renewWebhookSecret, ofWebhook(webhookId)),
    test: (webhookId) => api(testWebhook, ofWebhook(webhookId)),
    deliverAgain: (webhookId, deliveryId) => api(deliverAgain, { params: { id, webhookId, deliveryId } }),
  };
}

const ofId = (id: string) => ({ params: { id } });
const mutable = ({ kinds, ...values }: WebhookValues) => ({ ...values, kinds: [...kinds] });

/** The API keys and webhooks of the operator. Every administrator may change them. */
export const OPERATOR_PROGRAMS: Programs = {
  reason: undefined,
  keysNote: 'automation.operatorKeysNote',
  webhooksNote: 'automation.operatorWebhooksNote',
  hasRoles: false,
  scopes: SCOPES,
  events: WEBHOOK_KINDS,
  keys: query(['api-keys', 'operator'], (signal) => api(listOperatorKeys, signal)),
  acts: (id) => query(['api-key-acts', id], (signal) => api(listOperatorKeyActs, { ...ofId(id), ...signal })),
  makeKey: ({ name, scopes, days }) => api(makeOperatorKey, { body: { name, scopes: [...scopes], days } }),
  revokeKey: (id) => api(revokeOperatorKey, ofId(id)),
  webhooks: query(['webhooks', 'operator'], (signal) => api(listOperatorWebhooks, signal)),
  deliveries: (id) =>
    query(['webhook-deliveries', id], (signal) => api(listOperatorDeliveries, { ...ofId(id), ...signal })),
  makeWebhook: (made) => api(makeOperatorWebhook, { body: mutable(made) }),
  updateWebhook: (id, changed) => api(updateOperatorWebhook, { ...ofId(id), body: mutable(changed) }),
  removeWebhook: (id) => api(removeOperatorWebhook, ofId(id)),
  renewSecret: (id) => api(renewOperatorWebhookSecret, ofId(id)),
  test: (id) => api(testOperatorWebhook, ofId(id)),
  deliverAgain: (id, deliveryId) => api(deliverOperatorEventAgain, { params: { id, deliveryId } }),
};
