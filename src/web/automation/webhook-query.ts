import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listDeliveries, listWebhooks, type Delivery, type Webhook } from '#contract/company/webhook.ts';
import { api } from '#web/platform/calls/api.ts';

export const webhooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => api(listWebhooks, { params: { id }, signal }),
    meta: { silent: true },
  });

const LOOK_AGAIN_MS = 2_000;

/** Looked at again for as long as something is on its way. */
export const deliveriesQuery = (id: string, webhookId: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', id, webhookId],
    queryFn: ({ signal }) => api(listDeliveries, { params: { id, webhookId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false),
    meta: { silent: true },
  });

/** Each change answers with all webhooks as they are then. */
export function useTakeWebhooks(id: string): (webhooks: Webhook[]) => void {
  const queryClient = useQueryClient();
  return (webhooks) => void queryClient.setQueryData(webhooksQuery(id).queryKey, webhooks);
}

export function useTakeDeliveries(id: string, webhookId: string): (deliveries: Delivery[]) => void {
  const queryClient = useQueryClient();
  return (deliveries) => void queryClient.setQueryData(deliveriesQuery(id, webhookId).queryKey, deliveries);
}
