import { ActionIcon, Button } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { Segments } from '#web/design/layout/segments.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { SPREADS, type Spread } from '#web/record/axis.ts';
import { SPEEDS, type ReplayPlace } from '#web/record/use-replay-place.ts';
import css from './record.module.css';

const SPREAD_WORDS = { time: 'record.byTime', lines: 'record.byLines' } as const satisfies Record<Spread, string>;

/** Play and pause, one line back or on, how fast, and how the course is spread over the width. */
export function ReplayControls({ replay, when }: { replay: ReplayPlace; when: string }) {
  const say = useSay();
  const { place, axis, isPlaying, speed, spread } = replay;
  const step = { variant: 'default', size: 36 } as const;
  return (
    <div className={css.controls}>
      <div className={css.steps}>
        <ActionIcon
          {...step}
          aria-label={say('record.previous')}
          disabled={place.seq === 0}
          onClick={() => replay.goTo(place.seq - 1)}
        >
          <IconPlayerSkipBack size={18} />
        </ActionIcon>
        <Button
          className={css.play}
          leftSection={
            isPlaying ? <IconPlayerPauseFilled size={16} aria-hidden /> : <IconPlayerPlayFilled size={16} aria-hidden />
          }
          onClick={replay.toggle}
        >
          {say(isPlaying ? 'record.pause' : 'record.play')}
        </Button>
        <ActionIcon
          {...step}
          aria-label={say('record.next')}
          disabled={place.seq >= axis.length}
          onClick={() => replay.goTo(place.seq + 1)}
        >
          <IconPlayerSkipForward size={18} />
        </ActionIcon>
      </div>
      <time className={css.when}>{when}</time>
      <Segments
        label={say('record.speed')}
        segments={SPEEDS.map((one) => ({ value: String(one), label: say('record.times', { speed: one }) }))}
        value={String(speed)}
        onChange={(value) => replay.setSpeed(SPEEDS.find((one) => String(one) === value) ?? speed)}
      />
      <Segments
        label={say('record.spread')}
        segments={SPREADS.map((value) => ({ value, label: say(SPREAD_WORDS[value]) }))}
        value={spread}
        onChange={replay.setSpread}
      />
    </div>
  );
}
