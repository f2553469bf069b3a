// The worker sends only codes. This import adds the texts of bid refusals to the page.
import '#domain/bidding/judge-bid.ts';
import { IconAlertOctagon, IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Notice } from '#web/design/feedback/notice.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useErrorText, useSay, type PhraseKey, type Wrong } from '#web/platform/phrases/phrase.ts';
import type { FaultyRecord, WholeRecord } from '#web/record/opened-record.ts';
import css from './record.module.css';
import { useQuery } from '@tanstack/react-query';
import { listRecordKeys } from '#contract/award/record.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** The appearance of the result, depending on the key that signed the record. */
const SEALERS = {
  ours: { tone: 'good', title: 'record.whole', words: 'record.keyOurs' },
  other: { tone: 'warn', title: 'record.wholeOther', words: 'record.keyOther' },
  unknown: { tone: 'info', title: 'record.whole', words: 'record.keyUnknown' },
  asking: { tone: 'info', title: 'record.whole', words: 'record.keyChecking' },
} as const satisfies Record<string, { tone: Tone; title: PhraseKey; words: PhraseKey }>;

type Sealer = keyof typeof SEALERS;
type WholeProps = { record: WholeRecord; keys: (publicKey: string) => Sealer; name: string };

/**
 * Shows that the record is consistent. Anyone can sign a record, so the message also says whether the key belongs to
 * this deployment.
 */
export function Whole({ record, keys, name }: WholeProps) {
  const say = useSay();
  const sealer = keys(record.publicKey);
  const { tone, title, words } = SEALERS[sealer];
  return (
    <Notice tone={tone} icon={sealer === 'other' ? IconAlertTriangle : IconShieldCheck} title={title}>
      <p>{say('record.wholeHint', { lines: record.columns.atMs.length, awards: record.awards.length })}</p>
      <p>{say(words)}</p>
      {record.hasTypedReasons && <p>{say('record.typedReasons')}</p>}
      <dl className={css.proofs}>
        <Proof label="record.auction" text={record.head.title} />
        <Proof label="record.file" text={name} />
        <Proof label="record.key" text={record.publicKey} isCode />
        <Proof label="record.headHash" text={record.headHash} isCode />
      </dl>
    </Notice>
  );
}

function Proof({ label, text, isCode }: { label: PhraseKey; text: string; isCode?: boolean }) {
  const say = useSay();
  return (
    <div>
      <dt>{say(label)}</dt>
      <dd>{isCode ? <code>{text}</code> : text}</dd>
    </div>
  );
}

/** Shows the first wrong entry: the reason why it is wrong, and the text of the entry. */
export function Faulty({ record: { fault, text }, name }: { record: FaultyRecord; name: string }) {
  const say = useSay();
  const textOf = useErrorText();
  const words = say(`fault.${fault.what}`, { said: fault.said ?? '' });
  // Adds the reason why the rules refuse the content of the entry.
  const what = fault.refusal ? `${words} (${textOf(fault.refusal as Wrong)})` : words;
  return (
    <Notice tone="bad" icon={IconAlertOctagon} title="record.faulty">
      <p>{say('record.faultyLine', { line: formatQuantity(fault.line), what })}</p>
      <p>{say('record.faultyHint')}</p>
      <dl className={css.proofs}>
        <Proof label="record.file" text={name} />
        {text !== '' && <Proof label="record.faultyText" text={text} isCode />}
      </dl>
    </Notice>
  );
}

/** Returns a function that compares a key with this deployment's own keys. */
export function useRecordKeys(): (publicKey: string) => Sealer {
  const { data, error } = useQuery({ ...readQuery(['record-keys'], listRecordKeys, {}), staleTime: Infinity });
  return (publicKey) => {
    if (!data) return error ? 'unknown' : 'asking';
    return data.some((key) => key.publicKey === publicKey) ? 'ours' : 'other';
  };
}
