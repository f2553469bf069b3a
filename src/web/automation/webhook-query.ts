import { queryOptions } from '@tanstack/react-query';
import { listDeliveries, listWebhooks } from '#contract/company/webhook.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** Reads the webhooks of a company. */
export const webhooksQuery = (id: string) => readQuery(['webhooks', id], listWebhooks, { params: { id } });

const LOOK_AGAIN_MS = 2_000;

/** Reads the deliveries to a webhook. While a delivery is waiting, the list is refetched every two seconds. */
export const deliveriesQuery = (id: string, webhookId: string) =>
  queryOptions({
    ...readQuery(['webhook-deliveries', id, webhookId], listDeliveries, { params: { id, webhookId } }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false),
  });
