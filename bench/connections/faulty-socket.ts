import { WebSocket } from 'ws';

const MESSAGE = Buffer.from('{"type":"message"');
const isRoomMessage = (data: unknown): boolean =>
  Buffer.isBuffer(data) && data.subarray(0, MESSAGE.length).equals(MESSAGE);

/** Several messages later, in a room that is bid in. */
const AGAIN_MS = 200;

const open = new Set<FaultySocket>();
/** Every socket of this process that isn't closed. */
export const faultySockets: ReadonlySet<FaultySocket> = open;

/** A page's socket, with what can go wrong on its way; a class because a page makes it with `new`. */
export class FaultySocket extends WebSocket {
  #toLose = 0;
  #toDouble = 0;

  constructor(url: string, subprotocol: string) {
    super(url, subprotocol);
    open.add(this);
    this.on('error', () => undefined);
    this.on('close', () => open.delete(this));
  }

  /** Breaks it without a goodbye. */
  cut(): void {
    this.terminate();
  }

  /** Nothing comes through for a while; then all of it does. A page can't tell which of the two directions is slow. */
  hold(ms: number): void {
    this.pause();
    setTimeout(() => this.resume(), ms);
  }

  /** Loses the next messages of the room, or says them again later. No network does this to a socket: it shows what folds. */
  lose(messages: number): void {
    this.#toLose += messages;
  }
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
