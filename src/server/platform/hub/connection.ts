import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { createBacklog, isWhole, keepMessage, type Backlog } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { invokedFrame, numberedFrame, textFrame, type Message } from '#server/platform/hub/frame.ts';

/** Bytes that may wait for one reader: several times the largest snapshot, which must not look like a slow reader. */
export const BUFFERED_BYTES_MAX = 4_000_000;
const MESSAGES_PER_SECOND = 50;
/** Acknowledgment ids that are remembered per reader, to recognize a repeated message. */
const ACK_IDS_KEPT = 200;

/**
 * A WebSocket and the stream below it. Prebuilt frames are written directly to the stream. Without compression and
 * fragmentation each frame is independent, and `ws` would build and measure it again for each reader.
 */
export type Line = { readonly socket: WebSocket; readonly stream: Duplex };

/** One reader. With the reliable subprotocol it outlives its socket for a while, so that a reconnect misses nothing. */
export type Connection = {
  readonly id: string;
  readonly claims: HubClaims;
  readonly reconnectionToken: string;
  /** Only for reliable readers. */
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

/** Sends a message, which many readers may share. For a reliable reader it is kept until acknowledged. */
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

/** Resumes on a new socket: greeting, then unacknowledged messages. Ends the old socket, which may seem alive. */
export function resume(connection: Connection, line: Line): void {
  connection.line.socket.terminate();
  connection.line = line;
  connection.lostAtMs = undefined;
  connection.isAlive = true;
  greet(connection);
  for (const { sequenceId, tail } of connection.backlog?.kept ?? []) write(line, numberedFrame(sequenceId, tail));
}

/** Whether a client may resume this connection: its token is right, and no message that it may lack was dropped. */
export function mayResume({ backlog, reconnectionToken }: Connection, given: string): boolean {
  const [own, other] = [Buffer.from(reconnectionToken), Buffer.from(given)];
  return backlog !== undefined && isWhole(backlog) && own.length === other.length && timingSafeEqual(own, other);
}

/** Counts a message or a ping, which ws answers by itself. Returns false after too many in one second. */
export function isWithinMessageRate({ heard }: Connection): boolean {
  const nowMs = performance.now();
  if (nowMs - heard.sinceMs > 1_000) Object.assign(heard, { sinceMs: nowMs, count: 0 });
  heard.count += 1;
  return heard.count <= MESSAGES_PER_SECOND;
}

/** Returns whether this acknowledgment id was used before, and remembers it. */
export function isRepeated({ ackIds }: Connection, ackId: number): boolean {
  if (ackIds.has(ackId)) return true;
  const [oldest] = ackIds.size >= ACK_IDS_KEPT ? ackIds : [];
  if (oldest !== undefined) ackIds.delete(oldest);
  ackIds.add(ackId);
  return false;
}

/** Sends a ping, or ends a socket that was silent since the last one. */
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

/** Returns false if the socket is closing, or if too much data waits on it; then it is closed. */
function mayBeWritten({ socket, stream }: Line): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (stream.writableLength <= BUFFERED_BYTES_MAX) return true;
  // The close code waits behind the buffered data, for clients that still read. The socket is cut soon in any case.
  socket.close(CLOSE_CODES.TOO_SLOW, 'too slow');
  return false;
}
