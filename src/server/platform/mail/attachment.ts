/**
 * A document that is attached to an email: its kind, and the ids of its content. The document is made when the email is
 * sent, so queuing an email does not wait for a PDF to be drawn.
 */
export type Attachment = { readonly kind: string; readonly [id: string]: string };
