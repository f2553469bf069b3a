import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useMemo, useState } from 'react';
import type { ItemId } from '#domain/basics/ids.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { EventLine, useEventText } from '#web/record/event-line.tsx';
import type { LineColumns, WholeRecord } from '#web/record/opened-record.ts';
import type { RecordDesk } from '#web/record/record-desk.ts';
import { ReplayControls } from '#web/record/replay-controls.tsx';
import { ReplayedItem } from '#web/record/replayed-item.tsx';
import { TimelineBar } from '#web/record/timeline-bar.tsx';
import type { ReplayPlace } from '#web/record/use-replay-place.ts';
import { useSight } from '#web/record/use-sight.ts';
import css from './record.module.css';

const FOLLOW = 'follow';

type Props = { record: WholeRecord; desk: RecordDesk; place: ReplayPlace };

/** The room's course: any moment of it, with the ranking and the depth as they stood. */
export function Replay({ record, desk, place: replay }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { head, columns } = record;
  const { place, axis } = replay;
  const [chosen, setChosen] = useState<string>(FOLLOW);
  const [isOnSlider, setIsOnSlider] = useState(false);
  const wanted = head.items.find(({ itemId }) => itemId === chosen) ?? head.items[followedAt(columns, place.seq)];
  const sight = useSight(desk, place.seq, wanted?.itemId ?? ('' as ItemId));
  // What was last seen stays, under its own name, until what is wanted now is here.
  const item = head.items.find(({ itemId }) => itemId === sight?.itemId);
  const names = useMemo(() => new Map(head.items.map(({ itemId, name }) => [itemId, name])), [head]);
  const textOf = useEventText(names);
  const when = formatDateTime(place.atMs, language, { withMs: true });
  const event = sight?.last ? textOf(sight.last.line) : say('record.beforeFirst');
  const atLine = say('record.atLine', {
    seq: formatQuantity(place.seq),
    length: formatQuantity(axis.length),
    time: when,
  });
  return (
    <Card title="record.replay">
      <p className={css.quiet}>{say('record.replayHint')}</p>
      <ReplayControls replay={replay} when={when} />
      <TimelineBar
        columns={columns}
        replay={replay}
        startsAtMs={Date.parse(head.startsAt)}
        spoken={`${atLine}: ${event}`}
        onFocus={setIsOnSlider}
      />
      <EventLine sight={sight} atMs={place.atMs} {...{ atLine, event }} isQuiet={replay.isPlaying || isOnSlider} />
      <div className={css.choice}>
        <SelectField
          label="record.onItem"
          value={chosen}
          choices={[
            { value: FOLLOW, label: say('record.follow') },
            ...head.items.map(({ itemId, name }) => ({ value: itemId, label: name })),
          ]}
          onChange={(value) => setChosen(value ?? FOLLOW)}
          onBlur={() => undefined}
          refusal={undefined}
        />
      </div>
      {item && sight ? (
        <ReplayedItem head={head} item={item} rows={sight.rows} />
      ) : (
        <Skeleton height={300} aria-hidden />
      )}
    </Card>
  );
}

/** The item of the last line that is about one; the first item before there is any. */
function followedAt({ items }: LineColumns, seq: number): number {
  for (let index = seq - 1; index >= 0; index -= 1) {
    const at = items[index] ?? -1;
    if (at >= 0) return at;
  }
  return 0;
}
