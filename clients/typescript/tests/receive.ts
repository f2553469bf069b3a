import { verifyWebhook, WebhookError } from 'greenlot-client';

type Parcel = { readonly headers: Record<string, string>; readonly body: string };
const { parcels, secret } = JSON.parse(process.env['SETTINGS'] ?? '{}') as { parcels: Parcel[]; secret: string };

// Prints the kind and the id of each event, or why it was rejected.
const outcomes = parcels.map(async ({ headers, body }) => {
  try {
    const event = await verifyWebhook({ headers: new Headers(headers), body, secret });
    return [event.type, event.id];
  } catch (error) {
    if (error instanceof WebhookError) return error.fault;
    throw error;
  }
});
console.log(JSON.stringify(await Promise.all(outcomes)));
