import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { createBacklog, isWhole, keepMessage, type Backlog } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { invokedFrame, numberedFrame, textFrame, type Message } from '#server/platform/hub/frame.ts';

/**
 * Maximum number of bytes that may wait for one reader. This is several times the size of the largest snapshot, so that
 * one snapshot does not make a reader look slow.
 */
export const BUFFERED_BYTES_MAX = 4_000_000;
const MESSAGES_PER_SECOND = 50;
/** Number of acknowledgment ids that are remembered per reader, to recognize repeated messages. */
const ACK_IDS_KEPT = 200;

/**
 * A WebSocket and the stream below it. Prebuilt frames are written directly to the stream, because `ws` would build and
 * measure each frame again for each reader. This is possible because we use neither compression nor fragmentation, so
 * each frame is independent of the others.
 */
export type Line = { readonly socket: WebSocket; readonly stream: Duplex };

/**
 * One reader. A reader with the reliable subprotocol stays for a while after its socket closed, so that it can
 * reconnect without losing messages.
 */
export type Connection = {
  readonly id: string;
  readonly claims: HubClaims;
  readonly reconnectionToken: string;
  /** Undefined for a reader without the reliable subprotocol. */
  readonly backlog: Backlog | undefined;
  line: Line;
  isAlive: boolean;
  /** When a reliable reader lost its socket, ms of the monotonic clock. */
  lostAtMs: number | undefined;
  readonly heard: { sinceMs: number; count: number };
  readonly ackIds: Set<number>;
};

export function createConnection(line: Line, claims: HubClaims, isReliable: boolean): Connection {
  return {
    id: randomUUID(),
    claims,
    reconnectionToken: randomBytes(24).toString('base64url'),
    backlog: isReliable ? createBacklog() : undefined,
    line,
    isAlive: true,
    lostAtMs: undefined,
    heard: { sinceMs: 0, count: 0 },
    ackIds: new Set(),
  };
}

/**
 * Sends a message, which may also be sent to other readers. For a reliable reader, the message is kept until the reader
 * acknowledges it.
 */
export function sendMessage(connection: Connection, message: Message): void {
  const { backlog, line } = connection;
  write(line, backlog ? numberedFrame(keepMessage(backlog, message.tail), message.tail) : message.frame);
}

/** Sends a message without numbering or keeping it: acknowledgments, pongs, answers to invocations, the greeting. */
export function sendAnswer(connection: Connection, answer: object, data?: object): void {
  write(connection.line, data ? invokedFrame(answer, data) : textFrame(JSON.stringify(answer)));
}

/** Sends the greeting. Only reliable readers get the token with which they can resume. */
export function greet({ claims, id, backlog, reconnectionToken, ...connection }: Connection): void {
  const greeting = { type: 'system', event: 'connected', userId: claims.userId, connectionId: id };
  write(connection.line, textFrame(JSON.stringify(backlog ? { ...greeting, reconnectionToken } : greeting)));
}

/**
 * Resumes a connection on a new socket: sends the greeting, then all unacknowledged messages. Ends the old socket,
 * which may still seem alive.
 */
export function resume(connection: Connection, line: Line): void {
  connection.line.socket.terminate();
  connection.line = line;
  connection.lostAtMs = undefined;
  connection.isAlive = true;
  greet(connection);
  for (const { sequenceId, tail } of connection.backlog?.kept ?? []) write(line, numberedFrame(sequenceId, tail));
}

/**
 * Returns whether a client may resume this connection. The client's token must be correct, and no message that the
 * client may lack was dropped.
 */
export function mayResume({ backlog, reconnectionToken }: Connection, given: string): boolean {
  const [own, other] = [Buffer.from(reconnectionToken), Buffer.from(given)];
  return backlog !== undefined && isWhole(backlog) && own.length === other.length && timingSafeEqual(own, other);
}

/** Counts a message or a ping from a client. Returns false after too many in one second. `ws` itself answers pings. */
export function isWithinMessageRate({ heard }: Connection): boolean {
  const nowMs = performance.now();
  if (nowMs - heard.sinceMs > 1_000) Object.assign(heard, { sinceMs: nowMs, count: 0 });
  heard.count += 1;
  return heard.count <= MESSAGES_PER_SECOND;
}

/** Returns whether this acknowledgment id was used before, and remembers the id. */
export function isRepeated({ ackIds }: Connection, ackId: number): boolean {
  if (ackIds.has(ackId)) return true;
  const [oldest] = ackIds.size >= ACK_IDS_KEPT ? ackIds : [];
  if (oldest !== undefined) ackIds.delete(oldest);
  ackIds.add(ackId);
  return false;
}

/** Sends a ping, or ends the socket if nothing was received from it since the previous ping. */
export function checkAlive(connection: Connection): void {
  const { socket } = connection.line;
  if (!mayBeWritten(connection.line)) return;
  if (!connection.isAlive) return socket.terminate();
  connection.isAlive = false;
  socket.ping();
}

function write(line: Line, frame: Buffer): void {
  if (mayBeWritten(line)) line.stream.write(frame);
}

/** Returns whether the socket can be written. If too much data waits on it, closes it and returns false. */
function mayBeWritten({ socket, stream }: Line): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (stream.writableLength <= BUFFERED_BYTES_MAX) return true;
  // A client that still reads gets the close code after the buffered data. The socket is cut soon in any case.
  socket.close(CLOSE_CODES.TOO_SLOW, 'too slow');
  return false;
}
