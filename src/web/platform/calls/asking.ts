/** A question that stands until it is answered. */
export type Asking = {
  /** Asks now, and again every second until nothing is missing: an answer can be lost while the database is away. */
  ask(): void;
  /** A message of the room was taken in: with a gap before it, or so that nothing is missing any more. */
  heard(isGap: boolean): void;
  stop(): void;
};

type Later = (act: () => void, ms: number) => () => void;

const AGAIN_MS = 1_000;

const later: Later = (act, ms) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

export function createAsking(send: () => void, wait: Later = later): Asking {
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
    heard(isGap) {
      if (!isGap) stop();
      // One question is enough while its answer is under way.
      else if (!cancel) ask();
    },
  };
}
