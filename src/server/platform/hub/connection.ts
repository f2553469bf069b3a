import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { createBacklog, isWhole, keepMessage, type Backlog } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { invokedFrame, numberedFrame, textFrame, type Message } from '#server/platform/hub/frame.ts';

/** Bytes that may wait for one reader: several times the largest snapshot, which must not look like slowness. */
export const BUFFERED_BYTES_MAX = 4_000_000;
const MESSAGES_PER_SECOND = 50;
/** The last acknowledgement ids of a reader, by which a repeated message is recognised. */
const ACK_IDS_KEPT = 200;

/**
 * A WebSocket and the stream below it. Frames that were built once are written to the stream itself: without compression
 * and fragments every frame stands for itself, and `ws` would build and measure each anew for each reader.
 */
export type Line = { readonly socket: WebSocket; readonly stream: Duplex };

/** One reader. With the reliable subprotocol it outlives its line for a while, so that a reconnect misses nothing. */
export type Connection = {
  readonly id: string;
  readonly claims: HubClaims;
  readonly reconnectionToken: string;
  /** Only reliable readers have one. */
  readonly backlog: Backlog | undefined;
  line: Line;
  isAlive: boolean;
  /** When a reliable reader lost its line, ms of the monotonic clock. */
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

/** Sends a message that may have been built for many; kept for a reliable reader until it is acknowledged. */
export function sendMessage(connection: Connection, message: Message): void {
  const { backlog, line } = connection;
  write(line, backlog ? numberedFrame(keepMessage(backlog, message.tail), message.tail) : message.frame);
}

/** Sends what is neither numbered nor kept: acknowledgements, pongs, answers to invocations, the greeting. */
export function sendAnswer(connection: Connection, answer: object, data?: object): void {
  write(connection.line, data ? invokedFrame(answer, data) : textFrame(JSON.stringify(answer)));
}

export function greet({ claims, id, backlog, reconnectionToken, ...connection }: Connection): void {
  const greeting = { type: 'system', event: 'connected', userId: claims.userId, connectionId: id };
  write(connection.line, textFrame(JSON.stringify(backlog ? { ...greeting, reconnectionToken } : greeting)));
}

/** Goes on with a new line: the greeting again, then what the reader may lack. The old line may not know yet that it is dead. */
export function resume(connection: Connection, line: Line): void {
  connection.line.socket.terminate();
  connection.line = line;
  connection.lostAtMs = undefined;
  connection.isAlive = true;
  greet(connection);
  for (const { sequenceId, tail } of connection.backlog?.kept ?? []) write(line, numberedFrame(sequenceId, tail));
}

export function mayResume({ backlog, reconnectionToken }: Connection, given: string): boolean {
  const [own, other] = [Buffer.from(reconnectionToken), Buffer.from(given)];
  return backlog !== undefined && isWhole(backlog) && own.length === other.length && timingSafeEqual(own, other);
}

/** Counts a message, or a ping, which ws answers by itself; false where there were too many in one second. */
export function mayBeHeard({ heard }: Connection): boolean {
  const nowMs = performance.now();
  if (nowMs - heard.sinceMs > 1_000) Object.assign(heard, { sinceMs: nowMs, count: 0 });
  heard.count += 1;
  return heard.count <= MESSAGES_PER_SECOND;
}

/** True where this acknowledgement id was used before; remembers it. */
export function isRepeated({ ackIds }: Connection, ackId: number): boolean {
  if (ackIds.has(ackId)) return true;
  const [oldest] = ackIds.size >= ACK_IDS_KEPT ? ackIds : [];
  if (oldest !== undefined) ackIds.delete(oldest);
  ackIds.add(ackId);
  return false;
}

/** Asks for a sign of life, or ends a line that gave none since the last time. */
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

/** False where a line is ending, or too much waits on it, for which it is ended. */
function mayBeWritten({ socket, stream }: Line): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (stream.writableLength <= BUFFERED_BYTES_MAX) return true;
  // The code waits behind what is buffered, for those who read on; the line is cut a little later either way.
  socket.close(CLOSE_CODES.TOO_SLOW, 'too slow');
  return false;
}
