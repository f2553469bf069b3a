import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultyRecord, WholeRecord } from '#web/record/opened-record.ts';
import { startRecordDesk, type RecordDesk } from '#web/record/record-desk.ts';

/** How far a chosen file has come. */
export type Opening =
  | { readonly step: 'none' }
  | { readonly step: 'reading' | 'failed'; readonly name: string }
  | {
      readonly step: 'judged';
      readonly name: string;
      readonly record: WholeRecord | FaultyRecord;
      readonly desk: RecordDesk;
    };

const NONE: Opening = { step: 'none' };

export function useOpenedRecord() {
  const [opening, setOpening] = useState<Opening>(NONE);
  const desk = useRef<RecordDesk>(undefined);
  const close = useCallback(() => {
    desk.current?.end();
    desk.current = undefined;
    setOpening(NONE);
  }, []);
  const open = useCallback((file: Blob, name: string) => {
    // A thread of its own for each file: one that is still computing is given up.
    desk.current?.end();
    const own = startRecordDesk();
    desk.current = own;
    setOpening({ step: 'reading', name });
    own.ask('open', { file }).then(
      (record) => desk.current === own && setOpening({ step: 'judged', name, record, desk: own }),
      () => desk.current === own && setOpening({ step: 'failed', name }),
    );
  }, []);
  useEffect(() => () => desk.current?.end(), []);
  return { opening, open, close };
}
