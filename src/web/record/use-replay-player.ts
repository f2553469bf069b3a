import { useCallback, useEffect, useMemo, useState } from 'react';
import { axisOf, type ReplayPosition, type Spread } from '#web/record/axis.ts';
import type { WholeRecord } from '#web/record/opened-record.ts';

/** The playback speeds, in seconds of the auction per real second. */
export const SPEEDS = [1, 10, 60, 600] as const;
export type Speed = (typeof SPEEDS)[number];

const TICK_MS = 100;

export type ReplayPlayer = ReturnType<typeof useReplayPlayer>;

/** Returns the position of a replay and the controls that move it, including playback. */
export function useReplayPlayer({ columns, head }: WholeRecord) {
  const [startsAtMs, endsAtMs] = [Date.parse(head.startsAt), Date.parse(head.auctionEndsAt)];
  const [spread, setSpread] = useState<Spread>('time');
  const axis = useMemo(
    () => axisOf(columns, { startsAtMs, endsAtMs }, spread),
    [columns, startsAtMs, endsAtMs, spread],
  );
  const [position, setPosition] = useState(axis.last);
  const [speed, setSpeed] = useState<Speed>(60);
  const [isAsked, setIsAsked] = useState(false);
  const isPlaying = isAsked && position.seq < axis.length;
  useEffect(() => {
    if (!isPlaying) return undefined;
    let beforeMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const byMs = (nowMs - beforeMs) * speed;
      beforeMs = nowMs;
      // Playback skips the time before the start, which may be days, and ends with the auction's end.
      setPosition(({ atMs }) => (atMs + byMs > endsAtMs ? axis.last : axis.at(Math.max(atMs + byMs, startsAtMs))));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, axis, startsAtMs, endsAtMs]);
  const go = useCallback((to: ReplayPosition) => {
    setIsAsked(false);
    setPosition(to);
  }, []);
  return {
    axis,
    position,
    spread,
    speed,
    isPlaying,
    go,
    /** Moves to the state right after an entry. */
    goTo: useCallback((seq: number) => go(axis.after(seq)), [go, axis]),
    setSpread,
    setSpeed,
    /** Starts or pauses playback. At the end of the replay, it starts again from the beginning. */
    toggle: () => {
      if (!isPlaying && position.seq >= axis.length) setPosition(axis.first);
      setIsAsked(!isPlaying);
    },
  };
}
