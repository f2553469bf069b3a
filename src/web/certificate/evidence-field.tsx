import { ActionIcon, FileButton, Button, Input } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadEvidence, type Evidence } from '#contract/evidence.ts';
import { EVIDENCE_LIMIT, EVIDENCE_TYPES } from '#domain/basics/evidence.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

const ACCEPT = EVIDENCE_TYPES.map((type) => `.${type}`).join(',');

/** Files that prove something. Each is uploaded when it is chosen. */
export function EvidenceField(props: FieldProps<readonly Evidence[]>) {
  const say = useSay();
  const textOf = useErrorText();
  const { value, onChange } = props;
  const [state, setState] = useState<{ isBusy: boolean; refused?: Wrong }>({ isBusy: false });
  const { label, description, error } = useFieldProps(props);
  const send = async (file: File) => {
    const tooLarge = judgeBytes(EVIDENCE_LIMIT, file.size);
    if (tooLarge) return setState({ isBusy: false, refused: tooLarge });
    setState({ isBusy: true });
    try {
      onChange([...value, await api(uploadEvidence, { body: { File: file } })]);
      setState({ isBusy: false });
    } catch (thrown) {
      const wrong = asApiError(thrown);
      setState({ isBusy: false, refused: wrong.fields['File'] ?? wrong });
    }
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={state.refused ? textOf(state.refused) : error}
    >
      <ul className={css.files}>
        {value.map(({ id, fileName, url }) => (
          <li key={id}>
            <a href={url}>{fileName}</a>{' '}
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={`${say('action.remove')}: ${fileName}`}
              onClick={() => onChange(value.filter((other) => other.id !== id))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <FileButton onChange={(file) => file && void send(file)} accept={ACCEPT} disabled={state.isBusy}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            loading={state.isBusy}
            leftSection={<IconPaperclip size={16} aria-hidden />}
          >
            {say('certificate.addFile')}
          </Button>
        )}
      </FileButton>
    </Input.Wrapper>
  );
}

/** The files of a row, as links. */
export const EvidenceLinks = ({ evidence }: { evidence: readonly Evidence[] }) =>
  evidence.map(({ id, fileName, url }) => (
    <a key={id} href={url} className={css.under}>
      {fileName}
    </a>
  ));
