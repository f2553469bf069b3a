import { Button } from '@mantine/core';
import { IconAlertOctagon, IconFileCertificate, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { LogFaultKind, ProvenHead } from '#domain/transparency/log-proof.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { RecordClient } from '#web/record/record-client.ts';
import css from './record.module.css';

/** Checks the log proof of the open record: its last entry must be in the public log. The file stays in the browser. */
export function ProofCheck({ client }: { client: RecordClient }) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<Blob>();
  const [keys, setKeys] = useState('');
  const proven = useProof(client, file, keys);
  return (
    <Card title="record.proof">
      <p className={css.quiet}>{say('record.proofHint')}</p>
      <TextAreaField
        label="record.witnessKeys"
        help="record.witnessKeysHelp"
        value={keys}
        onChange={setKeys}
        rows={2}
        onBlur={() => undefined}
        refusal={undefined}
      />
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconFileCertificate size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {say('record.chooseProof')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept=".tlog-proof"
        aria-label={say('record.chooseProof')}
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]);
          // Allows the user to select the same file again.
          event.currentTarget.value = '';
        }}
      />
      <div role="status">{proven !== undefined && <Result proven={proven} />}</div>
    </Card>
  );
}

type Proven = ProvenHead | LogFaultKind;

/** Checks a proof in the worker. A file that cannot be read is malformed. */
function useProof(client: RecordClient, file: Blob | undefined, keys: string): Proven | undefined {
  const [proven, setProven] = useState<Proven>();
  useEffect(() => {
    if (!file) return undefined;
    let isWanted = true;
    client.ask('prove', { file, keys: keys.split(/\s+/).filter((key) => key !== '') }).then(
      (answer) => isWanted && setProven(answer),
      () => isWanted && setProven('malformed'),
    );
    return () => {
      isWanted = false;
    };
  }, [client, file, keys]);
  return proven;
}

function Result({ proven }: { proven: Proven }) {
  const say = useSay();
  const language = useLanguage();
  if (typeof proven === 'string')
    return (
      <Notice tone="bad" icon={IconAlertOctagon} title="record.notProven">
        {say(`logFault.${proven}`)}
      </Notice>
    );
  const { origin, index, size, cosigners, timestamps } = proven;
  return (
    <Notice tone="good" icon={IconShieldCheck} title="record.proven">
      <p>{say('record.provenHint', { origin, index: formatQuantity(index), size: formatQuantity(size) })}</p>
      <ul>
        {cosigners.map(({ name, at }) => (
          <li key={name}>
            {at === null
              ? say('record.unknownWitness', { name })
              : say('record.knownWitness', { name, time: formatDateTime(at, language) })}
          </li>
        ))}
        {cosigners.length === 0 && <li>{say('record.noWitness')}</li>}
        {timestamps.map(({ name }) => (
          <li key={name}>{say('record.timestamp', { name })}</li>
        ))}
      </ul>
    </Notice>
  );
}
