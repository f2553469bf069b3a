/**
 * A document that isn't made yet: which one, and the ids of what it tells. It is made when the mail is sent, so that
 * whoever queues it waits for no drawing.
 */
export type Attachment = { readonly kind: string; readonly [id: string]: string };
