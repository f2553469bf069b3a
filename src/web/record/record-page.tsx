import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconFileSearch, IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { getRecordAsAdmin, getRecordAsUser } from '#contract/award/record.ts';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { Awards, Items, Settings } from '#web/record/record-contents.tsx';
import { ProofCheck } from '#web/record/proof-check.tsx';
import { ReceiptCheck } from '#web/record/receipt-check.tsx';
import { Replay } from '#web/record/replay.tsx';
import { useOpenedRecord, type Opening, type RecordClient } from '#web/record/record-client.ts';
import { useRecordKeys, Faulty, Whole } from '#web/record/verdict.tsx';
import { useReplayPlayer } from '#web/record/use-replay-player.ts';
import type { WholeRecord } from '#web/record/opened-record.ts';
import css from './record.module.css';

/** The auction whose record the page fetches. If no auction is given, the user selects a file. */
type Of = { readonly role: Role; readonly auctionId: string };

/**
 * Verifies and replays the record of an auction, for anyone who has the file. The browser does not send the file
 * anywhere.
 */
export function RecordPage({ of }: { of: Of | undefined }) {
  const say = useSay();
  const { opening, open, close } = useOpenedRecord();
  // The keys are loaded before a file is selected, so the content of the file cannot influence the keys.
  const keys = useRecordKeys();
  return (
    <>
      <PageTitle
        title="record.title"
        note={say('record.note')}
        {...(of && { back: { to: paths.auctionResult(of.role, of.auctionId), label: 'result.result' } })}
        actions={
          opening.step !== 'none' && (
            <Button
              variant="default"
              leftSection={<IconFileSearch size={16} aria-hidden />}
              {...(of ? { renderRoot: (props: object) => <Link {...props} to={paths.record} /> } : { onClick: close })}
            >
              {say('record.another')}
            </Button>
          )
        }
      />
      {of && opening.step === 'none' ? (
        <Fetched key={of.auctionId} of={of} onFile={open} />
      ) : (
        <Step opening={opening} keys={keys} onFile={open} />
      )}
    </>
  );
}

type OnFile = (file: Blob, name: string) => void;

/** Fetches the record of an auction and opens it, as if the person had selected the file. */
function Fetched({ of: { role, auctionId }, onFile }: { of: Of; onFile: OnFile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['record', role, auctionId],
    queryFn: ({ signal }) =>
      apiFile(role === 'admin' ? getRecordAsAdmin : getRecordAsUser, { params: { id: auctionId }, signal }),
    meta: { silent: true },
  });
  useEffect(() => {
    if (data) onFile(data, `record-${auctionId}.jsonl`);
  }, [data, onFile, auctionId]);
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return <ReadingState title="record.fetching" />;
}

type StepProps = { opening: Opening; keys: ReturnType<typeof useRecordKeys>; onFile: OnFile };

/** Shows the current step: selecting a file, reading it, a failure, or the result. */
function Step({ opening, keys, onFile }: StepProps) {
  const say = useSay();
  if (opening.step === 'none') return <RecordChooser onFile={onFile} />;
  if (opening.step === 'reading')
    return <ReadingState title="record.reading" hint={say('record.readingHint', { name: opening.name })} />;
  if (opening.step !== 'judged')
    return <EmptyState title="record.failed" hint="record.failedHint" icon={IconAlertTriangle} tone="bad" />;
  const { record, client, name } = opening;
  if (!record.isWhole) return <Faulty record={record} name={name} />;
  return (
    <div className={css.record}>
      <Whole record={record} keys={keys} name={name} />
      <Contents record={record} client={client} />
    </div>
  );
}

/**
 * Shows the contents of a verified record. If the record has the entry of a receipt, a button moves the replay to this
 * entry.
 */
function Contents({ record, client }: { record: WholeRecord; client: RecordClient }) {
  const player = useReplayPlayer(record);
  return (
    <>
      <Replay record={record} client={client} player={player} />
      <ReceiptCheck record={record} client={client} onShow={player.goTo} />
      <ProofCheck client={client} />
      <Settings record={record} />
      <Items record={record} />
      <Awards record={record} />
    </>
  );
}

/** Lets the user select a record file or drop a file here. The file never leaves this page. */
function RecordChooser({ onFile }: { onFile: (file: Blob, name: string) => void }) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file, file.name);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className={css.chooser}>
      <button
        type="button"
        className={css.drop}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragOver={dragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileCertificate size={40} stroke={1.4} aria-hidden />
        <span className={css.dropTitle}>{say('record.choose')}</span>
        <span className={css.quiet}>{say('record.orDrop')}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept=".jsonl"
        aria-label={say('record.choose')}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Allows the user to select the same file again.
          event.currentTarget.value = '';
        }}
      />
      <p className={css.quiet}>
        {say('record.whatItIs')} <Link to={paths.log}>{say('publicLog.link')}</Link>
      </p>
    </div>
  );
}

/** Shown while a record loads or is verified. */
function ReadingState({ title, hint }: { title: PhraseKey; hint?: string }) {
  const say = useSay();
  return (
    <div className={css.reading} role="status">
      <Loader size={28} aria-hidden />
      <p className={css.dropTitle}>{say(title)}</p>
      {hint && <p className={css.quiet}>{hint}</p>}
    </div>
  );
}
