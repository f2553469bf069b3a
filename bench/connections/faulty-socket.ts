import { WebSocket } from 'ws';

const MESSAGE = Buffer.from('{"type":"message"');
const isRoomMessage = (data: unknown): boolean =>
  Buffer.isBuffer(data) && data.subarray(0, MESSAGE.length).equals(MESSAGE);

/** Milliseconds until a message is repeated. In a busy room, several other messages come in between. */
const AGAIN_MS = 200;

const open = new Set<FaultySocket>();
/** The open sockets of this process. */
export const faultySockets: ReadonlySet<FaultySocket> = open;

/** A page's socket that can cause network faults. It is a class, because a page creates it with `new`. */
export class FaultySocket extends WebSocket {
  #toLose = 0;
  #toDouble = 0;

  constructor(url: string, subprotocol: string) {
    super(url, subprotocol);
    open.add(this);
    this.on('error', () => undefined);
    this.on('close', () => open.delete(this));
  }

  /** Breaks the connection without a close frame. */
  cut(): void {
    this.terminate();
  }

  /** Delays all messages to the page by this time. A page cannot tell which direction is slow. */
  hold(ms: number): void {
    this.pause();
    setTimeout(() => this.resume(), ms);
  }

  /**
   * Loses the next messages of the room. A real network never loses single messages of a socket. The lost messages show
   * whether the client notices a gap.
   */
  lose(messages: number): void {
    this.#toLose += messages;
  }
  /** Delivers the next messages of the room a second time. */
  double(messages: number): void {
    this.#toDouble += messages;
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message' || !isRoomMessage(given[0])) return super.emit(event, ...given);
    if (this.#toLose > 0) {
      this.#toLose -= 1;
      return true;
    }
    if (this.#toDouble > 0) {
      this.#toDouble -= 1;
      setTimeout(() => super.emit(event, ...given), AGAIN_MS);
    }
    return super.emit(event, ...given);
  }
}
