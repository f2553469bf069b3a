/**
 * A document that is made when its mail is sent: its kind, and the ids of its content. Queuing a mail therefore does
 * not wait for a PDF to be drawn.
 */
export type Attachment = { readonly kind: string; readonly [id: string]: string };
