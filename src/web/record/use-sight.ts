import { useEffect, useRef, useState } from 'react';
import type { ItemId } from '#domain/basics/ids.ts';
import type { Sight } from '#web/record/opened-record.ts';
import type { RecordDesk } from '#web/record/record-desk.ts';

type Wanted = { readonly seq: number; readonly itemId: ItemId };

/** How the room stood at a moment. One question at a time: while a person scrubs, what lies between is passed over. */
export function useSight(desk: RecordDesk, seq: number, itemId: ItemId): Sight | undefined {
  const [sight, setSight] = useState<Sight>();
  const wanted = useRef<Wanted>(undefined);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = { seq, itemId };
    if (isAsking.current) return;
    isAsking.current = true;
    const follow = async () => {
      while (wanted.current) {
        const asked = wanted.current;
        wanted.current = undefined;
        setSight(await desk.ask('see', asked));
      }
    };
    void follow()
      // A thread that was ended has nothing more to show.
      .catch(() => undefined)
      .finally(() => {
        isAsking.current = false;
      });
  }, [desk, seq, itemId]);
  return sight;
}
