import * as z from 'zod/mini';

const ackId = z.optional(z.number());

/**
 * Messages that a client may send in the JSON subprotocols. Only the server writes to rooms, so `sendToGroup` is parsed
 * only to be refused. Streams and group states, which newer clients know, are not supported.
 */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joinGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('leaveGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('sendToGroup'), group: z.string(), ackId }),
  z.object({ type: z.literal('event'), event: z.string(), data: z.optional(z.unknown()), ackId }),
  z.object({
    type: z.literal('invoke'),
    target: z.literal('event'),
    event: z.string(),
    data: z.optional(z.unknown()),
    invocationId: z.string(),
  }),
  z.object({ type: z.literal('cancelInvocation'), invocationId: z.string() }),
  z.object({ type: z.literal('sequenceAck'), sequenceId: z.number() }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof clientMessageSchema>;
export type ClientMessageOf<Type extends ClientMessage['type']> = Extract<ClientMessage, { type: Type }>;

/** Parses a message, or returns the close code: 1007 for invalid JSON, 1008 for JSON that is not a message. */
export function parseClientMessage(text: string): ClientMessage | 1007 | 1008 {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 1007;
  }
  const parsed = z.safeParse(clientMessageSchema, json);
  return parsed.success ? parsed.data : 1008;
}
