/** A request that is repeated until it is answered. */
export type RepeatedRequest = {
  /**
   * Asks now, and again every second until nothing is missing. An answer can get lost while the database is
   * unavailable.
   */
  ask(): void;
  /**
   * Reports a message from the room: `isGap` says that messages before it are missing, otherwise the room is complete.
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

/** Creates a repeated request that is sent with `send`. */
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
      // One request is enough while its answer is pending.
      else if (!cancel) ask();
    },
  };
}
