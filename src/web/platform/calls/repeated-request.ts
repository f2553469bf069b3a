/** A request that is repeated until its response arrives. */
export type RepeatedRequest = {
  /**
   * Sends the request immediately, and again every second until `onRoomMessage` or `stop` ends it. A response can get
   * lost while the database is unavailable.
   */
  ask(): void;
  /**
   * Reports a message of the room. `isGap`: earlier messages are missing, so the request is sent. Otherwise the room is
   * complete, and the request ends.
   */
  onRoomMessage(isGap: boolean): void;
  stop(): void;
};

type Later = (act: () => void, ms: number) => () => void;

const AGAIN_MS = 1_000;

const later: Later = (act, ms) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** Creates a repeated request. `send` sends it once. */
export function createRepeatedRequest(send: () => void, wait: Later = later): RepeatedRequest {
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const ask = (): void => {
    stop();
    cancel = wait(ask, AGAIN_MS);
    send();
  };
  return {
    ask,
    stop,
    onRoomMessage(isGap) {
      if (!isGap) stop();
      // One request is enough while its response is pending.
      else if (!cancel) ask();
    },
  };
}
