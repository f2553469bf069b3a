import * as z from 'zod/mini';

const ackId = z.optional(z.number());

/**
 * What a client may send in the JSON subprotocols. Rooms are written by the server only, so `sendToGroup` is
 * understood just well enough to be refused; streams and group states, which newer clients know, are absent.
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

/** The message, or why its sender is sent away: 1007 for what isn't JSON, 1008 for JSON that isn't a message. */
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
