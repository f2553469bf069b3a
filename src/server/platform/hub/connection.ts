import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '#contract/room.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';

/** Bytes that may wait for one reader; beyond it the reader is told to come back, never waited for. */
export const BUFFERED_BYTES_MAX = 1_000_000;
/** Messages kept for a reliable reader that hasn't acknowledged them. */
const UNACKED_MAX = 1_000;

/** One reader. With the reliable subprotocol it outlives its socket for a while, so that a reconnect misses nothing. */
export class Connection {
  readonly id = randomUUID();
  readonly reconnectionToken = randomBytes(24).toString('base64url');
  readonly claims: HubClaims;
  readonly isReliable: boolean;
  isAlive = true;
  /** When a reliable reader lost its socket, ms of the monotonic clock. */
  lostAtMs: number | undefined;
  #socket: WebSocket;
  #sequenceId = 0;
  #unacked: { readonly sequenceId: number; readonly text: string }[] = [];
  #hasOverflowed = false;
  /** Messages of the last second, for the rate limit. */
  #window = { startedAtMs: 0, count: 0 };

  constructor(socket: WebSocket, claims: HubClaims, isReliable: boolean) {
    this.#socket = socket;
    this.claims = claims;
    this.isReliable = isReliable;
  }

  /** Sends a frame that was built once for many readers. */
  sendFrame(frame: Buffer, text: string): void {
    if (this.isReliable) this.#sendNumbered(text);
    else this.#write(frame);
  }

  /** Sends an answer that only this reader gets; acknowledgements and pongs are never numbered. */
  sendText(text: string): void {
    this.#write(text);
  }

  /** Sends a message of its own, numbered where the subprotocol asks for it. */
  sendMessage(message: object): void {
    const text = JSON.stringify(message);
    if (this.isReliable) this.#sendNumbered(text);
    else this.#write(text);
  }

  acknowledge(sequenceId: number): void {
    this.#unacked = this.#unacked.filter((kept) => kept.sequenceId > sequenceId);
  }

  /** True where the reader may go on with a new socket; what it hasn't acknowledged is sent again. */
  resume(socket: WebSocket): void {
    this.#socket = socket;
    this.lostAtMs = undefined;
    this.isAlive = true;
    for (const { text } of this.#unacked) this.#write(text);
  }

  mayResume(token: string): boolean {
    const given = Buffer.from(token);
    const own = Buffer.from(this.reconnectionToken);
    return !this.#hasOverflowed && given.length === own.length && timingSafeEqual(given, own);
  }

  isOwnSocket(socket: WebSocket): boolean {
    return this.#socket === socket;
  }

  /** Counts a message of the reader's; false beyond `perSecond`. */
  mayHear(nowMs: number, perSecond: number): boolean {
    if (nowMs - this.#window.startedAtMs > 1_000) this.#window = { startedAtMs: nowMs, count: 0 };
    this.#window.count += 1;
    return this.#window.count <= perSecond;
  }

  ping(): void {
    if (this.lostAtMs !== undefined) return;
    if (!this.isAlive) {
      this.#socket.terminate();
      return;
    }
    this.isAlive = false;
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #sendNumbered(text: string): void {
    this.#sequenceId += 1;
    const numbered = `{"sequenceId":${this.#sequenceId},${text.slice(1)}`;
    if (this.#unacked.length >= UNACKED_MAX) this.#hasOverflowed = true;
    else this.#unacked.push({ sequenceId: this.#sequenceId, text: numbered });
    this.#write(numbered);
  }

  #write(data: string | Buffer): void {
    if (this.lostAtMs !== undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > BUFFERED_BYTES_MAX) {
      // A close frame would wait behind everything else, so the connection is cut right after it is queued.
      this.#socket.close(CLOSE_CODES.TOO_SLOW, 'too slow');
      this.#socket.terminate();
      return;
    }
    this.#socket.send(data, { binary: false });
  }
}
