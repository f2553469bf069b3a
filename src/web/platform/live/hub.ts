import { CLOSE_CODES, HUB_SUBPROTOCOL, type FromRoom } from '#contract/bidding/room.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { backoffMs } from '#web/platform/calls/backoff.ts';
import { resetAfterSleep, measureClock } from '#web/platform/clock/clock.ts';
import { createStore } from '#web/platform/storage/store.ts';

/**
 * The state of a connection. `refused` is final: the server does not let this person connect. `refusal` has the reason.
 */
export type ConnectionState = 'connecting' | 'live' | 'slow' | 'reconnecting' | 'offline' | 'refused';
/** The state of the connection to the server, as screens show it. Times are in ms. */
export type Connection = {
  readonly state: ConnectionState;
  readonly roundTripMs: number | undefined;
  readonly refusal: ApiError | undefined;
  /** True if no message came for `STALE_MS`, connected or not. The data on screen may be out of date. */
  readonly isStale: boolean;
};

/**
 * After `STALE_MS` without a message, the data on screen counts as stale. After `DEAD_MS`, the connection is closed.
 */
const STALE_MS = 3_000;
const DEAD_MS = 8_000;
const SLOW_TRIP_MS = 1_500;
const CHECK_MS = 500;
/**
 * The interval of requests for the server's time, in ms, while no messages arrive. While messages arrive, the interval
 * is `BUSY_PING_MS`. After connecting, `QUICK_PINGS` requests set the clock quickly.
 */
const QUIET_PING_MS = 2_000;
const BUSY_PING_MS = 15_000;
const QUICK_PINGS = 5;
const QUICK_PING_MS = 250;
/** A connection must last this long, in ms, before the reconnect delay starts at its minimum again. */
const LASTING_MS = 5_000;

/** The function to get tokens, and the listeners of a hub. */
type Options = {
  /**
   * Returns a new single-use token for every attempt. A refusal is final; after any other failure the hub tries again.
   */
  readonly token: () => Promise<{ url: string; accessToken: string }>;
  readonly onConnected: () => void;
  readonly onMessage: (message: FromRoom) => void;
};

/**
 * A connection to the hub that reconnects automatically. It uses the part of Azure Web PubSub's JSON subprotocol that a
 * browser needs. Missed messages are not sent again. The listener must request them in `onConnected`.
 */
export class Hub {
  readonly connection = createStore<Connection>({
    state: 'connecting',
    roundTripMs: undefined,
    refusal: undefined,
    isStale: false,
  });
  readonly #options: Options;
  #socket: WebSocket | undefined;
  #isOpen = false;
  #isConnected = false;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #checks: ReturnType<typeof setInterval> | undefined;
  #startedAtMs = 0;
  #heardAtMs = 0;
  #freshAtMs = performance.now();
  #pingedAtMs = 0;
  #pings = 0;
  #ackId = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  open(): () => void {
    this.#isOpen = true;
    this.#checks = setInterval(this.#check, CHECK_MS);
    window.addEventListener('online', this.#wake);
    window.addEventListener('offline', this.#check);
    document.addEventListener('visibilitychange', this.#wake);
    void this.#connect();
    return () => this.#close();
  }

  /**
   * Sends an event if the hub is connected. Otherwise drops the event, because `sync` and `time` are sent after
   * connecting anyway.
   */
  send(event: 'sync' | 'time' | 'report', data: object): void {
    if (!this.#isConnected || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#ackId += 1;
    this.#socket.send(JSON.stringify({ type: 'event', event, dataType: 'json', data, ackId: this.#ackId }));
  }

  #close(): void {
    this.#isOpen = false;
    clearInterval(this.#checks);
    clearTimeout(this.#retry);
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('offline', this.#check);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#drop();
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    this.#startedAtMs = performance.now();
    try {
      const { url, accessToken } = await this.#options.token();
      if (this.#isOpen) this.#listen(hubUrl(url, accessToken));
    } catch (thrown) {
      const error = asApiError(thrown);
      const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isFinal) this.#show({ state: 'refused', refusal: error });
      else this.#later();
    }
  }

  #listen(url: string): void {
    const socket = new WebSocket(url, HUB_SUBPROTOCOL);
    this.#socket = socket;
    this.#startedAtMs = this.#heardAtMs = performance.now();
    socket.addEventListener('message', (event) => this.#hear(socket, String(event.data)));
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      this.#drop();
      // Connects again immediately. The server refuses the new token and gives the reason for the end of the session,
      // which the person should see without delay.
      if (code === CLOSE_CODES.SESSION_ENDED) void this.#connect();
      else this.#later();
    });
  }

  #hear(socket: WebSocket, text: string): void {
    if (this.#socket !== socket) return;
    this.#heardAtMs = this.#freshAtMs = performance.now();
    this.#show({ isStale: false });
    const frame = JSON.parse(text) as { type?: string; event?: string; data?: unknown };
    if (frame.type === 'system' && frame.event === 'connected') this.#connected();
    if (frame.type === 'message' && typeof frame.data === 'object' && frame.data) this.#take(frame.data as FromRoom);
  }

  #connected(): void {
    this.#isConnected = true;
    this.#pings = 0;
    this.#show({ state: 'live', refusal: undefined });
    this.#options.onConnected();
    this.#ping();
  }

  #take(message: FromRoom): void {
    if ('kind' in message && message.kind === 'time') {
      this.#measured(message.echo, message.nowMs);
      return;
    }
    this.#options.onMessage(message);
  }

  #measured(sentAtMs: number, serverMs: number): void {
    const receivedAtMs = performance.now();
    measureClock({ sentAtMs, receivedAtMs, serverMs });
    const roundTripMs = Math.round(receivedAtMs - sentAtMs);
    this.#show({ state: roundTripMs > SLOW_TRIP_MS ? 'slow' : 'live', roundTripMs });
    if (this.#pings < QUICK_PINGS) setTimeout(this.#ping, QUICK_PING_MS);
  }

  readonly #ping = (): void => {
    this.#pings += 1;
    this.#pingedAtMs = performance.now();
    this.send('time', { echo: this.#pingedAtMs });
  };

  readonly #check = (): void => {
    const { state } = this.connection.get();
    if (state === 'refused') return;
    if (resetAfterSleep()) this.#pings = 0;
    if (!navigator.onLine) this.#show({ state: 'offline' });
    const atMs = performance.now();
    if (atMs - this.#freshAtMs > STALE_MS) this.#show({ isStale: true });
    if (!this.#socket) return;
    const silenceMs = atMs - this.#heardAtMs;
    if (silenceMs > DEAD_MS) this.#lose();
    else if (this.#isConnected && silenceMs > STALE_MS && navigator.onLine) {
      this.#show({ state: 'slow', roundTripMs: undefined });
    }
    const sinceMs = atMs - this.#pingedAtMs;
    if (this.#isConnected && sinceMs > (silenceMs > QUIET_PING_MS - CHECK_MS ? QUIET_PING_MS : BUSY_PING_MS)) {
      this.#ping();
    }
    if (this.#isConnected && atMs - this.#startedAtMs > LASTING_MS) this.#attempt = 0;
  };

  /**
   * Checks the connection immediately. Called when the computer woke, the network returned, or the tab became visible.
   */
  readonly #wake = (): void => {
    if (document.visibilityState === 'hidden' || this.connection.get().state === 'refused') return;
    if (this.#isConnected) this.#ping();
    else if (this.#retry !== undefined) {
      clearTimeout(this.#retry);
      void this.#connect();
    }
  };

  #lose(): void {
    this.#drop();
    this.#later();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isConnected = false;
    socket?.close();
  }

  #later(): void {
    if (!this.#isOpen || this.#retry !== undefined) return;
    this.#show({ state: navigator.onLine ? 'reconnecting' : 'offline', roundTripMs: undefined });
    this.#retry = setTimeout(() => void this.#connect(), backoffMs(this.#attempt));
    this.#attempt += 1;
  }

  #show(change: Partial<Connection>): void {
    const before = this.connection.get();
    const next = { ...before, ...change };
    const isSame = (Object.keys(next) as (keyof Connection)[]).every((part) => next[part] === before[part]);
    if (!isSame) this.connection.set(next);
  }
}

/** Returns the socket's address. The token's URL may be relative, and may already contain the token. */
export function hubUrl(url: string, accessToken: string): string {
  const whole = new URL(url, location.href);
  whole.protocol = whole.protocol.replace(/^http/, 'ws');
  if (!whole.searchParams.has('access_token')) whole.searchParams.set('access_token', accessToken);
  return whole.href;
}
