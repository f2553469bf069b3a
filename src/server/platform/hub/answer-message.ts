import { acknowledge } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import type { ClientMessage, ClientMessageOf } from '#server/platform/hub/client-message.ts';
import { isRepeated, sendAnswer, sendMessage, type Connection } from '#server/platform/hub/connection.ts';
import { serverMessage } from '#server/platform/hub/frame.ts';
import type { Groups } from '#server/platform/hub/groups.ts';

/** Handles a client's event. A returned value is sent to that client alone. */
export type OnEvent = (claims: HubClaims, event: string, data: unknown) => Promise<object | undefined>;

export type Answering = {
  readonly groups: Groups;
  readonly onEvent: OnEvent;
  readonly failed: (error: unknown) => void;
};

/** Error names that the subprotocol defines. */
const FORBIDDEN = { name: 'Forbidden', message: 'not for this token' };
const DUPLICATE = { name: 'Duplicate', message: 'this ackId was used before' };
const FAILED = { name: 'InternalServerError', message: 'try again' };
type AckError = { readonly name: string; readonly message: string };

/**
 * Handles one message of a client, such as a change of groups or an event. Then sends an acknowledgment, if the message
 * has an `ackId`.
 */
export async function answerMessage(connection: Connection, message: ClientMessage, parts: Answering): Promise<void> {
  if (message.type === 'ping') return sendAnswer(connection, { type: 'pong' });
  if (message.type === 'sequenceAck') return connection.backlog && acknowledge(connection.backlog, message.sequenceId);
  if (message.type === 'invoke') return answerInvoke(connection, message, parts);
  // Canceling is ignored. The client may still get the answer, which does no harm.
  if (message.type === 'cancelInvocation') return;
  const { ackId } = message;
  const isAgain = ackId !== undefined && isRepeated(connection, ackId);
  const error = isAgain ? DUPLICATE : await perform(connection, message, parts);
  if (ackId === undefined) return;
  // A client may repeat a failed request under the same id.
  if (error === FAILED) connection.ackIds.delete(ackId);
  sendAnswer(connection, { type: 'ack', ackId, success: error === undefined, ...(error && { error }) });
}

async function perform(
  connection: Connection,
  message: ClientMessageOf<'joinGroup' | 'leaveGroup' | 'sendToGroup' | 'event'>,
  { groups, onEvent, failed }: Answering,
): Promise<AckError | undefined> {
  if (message.type !== 'event') {
    if (message.type === 'sendToGroup' || !connection.claims.groups.includes(message.group)) return FORBIDDEN;
    if (message.type === 'joinGroup') groups.join(connection, message.group);
    else groups.leave(connection, message.group);
    return undefined;
  }
  try {
    const data = await onEvent(connection.claims, message.event, message.data);
    if (data) sendMessage(connection, serverMessage(data));
    return undefined;
  } catch (error) {
    failed(error);
    return FAILED;
  }
}

/** Answers an invocation. An invocation is like an event, but its answer has the invocation's own id. */
async function answerInvoke(
  connection: Connection,
  { invocationId, event, data }: ClientMessageOf<'invoke'>,
  { onEvent, failed }: Answering,
): Promise<void> {
  const response = { type: 'invokeResponse', invocationId };
  try {
    const answer = await onEvent(connection.claims, event, data);
    // The stock client ignores a response that has a data type but no data.
    sendAnswer(connection, { ...response, success: true }, answer);
  } catch (error) {
    failed(error);
    sendAnswer(connection, { ...response, success: false, error: FAILED });
  }
}
