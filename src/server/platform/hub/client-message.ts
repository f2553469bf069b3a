import * as z from 'zod/mini';

const ackId = z.optional(z.number());

/**
 * What a client may send in the JSON subprotocols. Rooms are written by the server only, so `sendToGroup` is
 * understood just well enough to be refused.
 */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joinGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('leaveGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('sendToGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('event'), event: z.string(), data: z.optional(z.unknown()), ackId }),
  z.object({
    type: z.literal('invoke'),
    target: z.optional(z.string()),
    event: z.string(),
    data: z.optional(z.unknown()),
    invocationId: z.string(),
  }),
  z.object({ type: z.literal('sequenceAck'), sequenceId: z.number() }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof clientMessageSchema>;

export function parseClientMessage(text: string): ClientMessage | undefined {
  try {
    const parsed = z.safeParse(clientMessageSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to a message that asked for one. */
export function ackText(ackIdGiven: number | undefined, error?: { name: string; message: string }): string | undefined {
  if (ackIdGiven === undefined) return undefined;
  return JSON.stringify({ type: 'ack', ackId: ackIdGiven, success: error === undefined, ...(error && { error }) });
}

export const FORBIDDEN = { name: 'Forbidden', message: 'not for this token' };
export const FAILED = { name: 'InternalServerError', message: 'try again' };
