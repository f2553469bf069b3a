import { Button, FileButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { exportImportTemplate, readTableFile } from '#contract/import/import.ts';
import { FormError } from '#web/design/forms/form-error.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './import.module.css';

type Props = {
  kind: 'bidders' | 'buyers';
  isDisabled: boolean;
  /** Called with the names as lines for a box, each with its quantity if it has one. */
  onText: (text: string) => void;
};

/** Fills a box for names from a file. The names are looked up when the person checks the box, as for a pasted list. */
export function NamesFileButton({ kind, isDisabled, onText }: Props) {
  const say = useSay();
  const read = useChange({
    send: (file: File) => api(readTableFile, { body: { File: file, Kind: kind } }),
    onDone: ({ lines }) => {
      if (lines.every(({ errors }) => errors.length === 0))
        onText(lines.map(({ values }) => textOf(values)).join('\n'));
    },
  });
  const wrong = read.data?.lines.flatMap(({ line, errors }) => errors.map((error) => ({ ...error, line }))) ?? [];
  return (
    <>
      <div className={css.buttons}>
        <FileButton onChange={(file) => file && read.run(file)} accept=".csv,.txt,.xlsx" key={String(read.isPending)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              disabled={isDisabled}
              loading={read.isPending}
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            >
              {say('import.namesFile')}
            </Button>
          )}
        </FileButton>
        <DownloadButton
          label={say('import.template', { format: 'XLSX' })}
          name={`${kind}.xlsx`}
          load={() => apiFile(exportImportTemplate, { query: { kind, format: 'xlsx' } })}
        />
      </div>
      <FormError error={read.error} />
      {wrong.length > 0 && (
        <ul className={css.errors} role="alert">
          {wrong.map(({ line, field, column, message }) => (
            <li key={`${line} ${field}`}>{say('import.namesWrong', { line, column, message })}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Quotes a name, so that a comma within it separates nothing. */
const textOf = ({ name = '', maxQuantity = '' }: Readonly<Record<string, string>>): string =>
  `"${name.replaceAll('"', '""')}"${maxQuantity && `\t${maxQuantity}`}`;
