import { Button, FileButton, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { exportImportTemplate, type ImportReport } from '#contract/import/import.ts';
import { judgeBytes, MEGABYTE } from '#domain/basics/file-limit.ts';
import { headingOf, IMPORT_LIMIT, linesMaxOf, type ImportKind } from '#domain/import/import-table.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { ImportColumns, type ShownColumn } from '#web/import/import-columns.tsx';
import { ImportPreview } from '#web/import/import-preview.tsx';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './import.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** A file that was previewed: its report, and what the import sends. */
export type PreviewedFile<Body> = { readonly report: ImportReport; readonly body: Body };

type Props<Body, Reply> = {
  kind: ImportKind;
  columns: readonly ShownColumn[];
  /** Says what a line is. */
  hint: PhraseKey;
  preview: (file: File) => Promise<PreviewedFile<Body>>;
  /** Imports all lines, or none. */
  send: (body: Body) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
  onRefused?: (refused: ApiError) => void;
  /** The label of the button that imports. */
  submit: PhraseKey;
  /** Shown above the choice of the file, such as the choice of a kind. */
  children?: ReactNode;
};

/** The steps of every import: a template, the file, a preview line by line, and one step that imports all lines. */
export function FileImport<Body, Reply>(props: Props<Body, Reply>) {
  const { kind, columns, preview: read } = props;
  const say = useSay();
  const [shown, setShown] = useState<PreviewedFile<Body> & { readonly file: File }>();
  const preview = useChange<File, PreviewedFile<Body> & { readonly file: File }>({
    send: async (file) => {
      const tooLarge = judgeBytes(IMPORT_LIMIT, file.size);
      if (tooLarge) throw new ApiError(tooLarge.code, { params: { megabytes: IMPORT_LIMIT.bytes / MEGABYTE } });
      return { ...(await read(file)), file };
    },
    onDone: setShown,
    onRefused: () => setShown(undefined),
  });
  return (
    <div className={css.page}>
      <ChooseFile {...props} isBusy={preview.isPending} onFile={(file) => preview.run(file)} />
      <FormError error={preview.error} />
      {preview.isPending ? (
        <Skeleton height={200} radius="md" aria-label={say('import.reading')} />
      ) : shown ? (
        <SendStep {...props} {...shown} onChanged={() => preview.run(shown.file)} />
      ) : (
        preview.error === null && <EmptyState title="import.none" hint="import.noneHint" icon={IconFileSpreadsheet} />
      )}
      <ImportColumns key={kind} columns={columns} />
    </div>
  );
}

type ChooseProps = Pick<Props<never, never>, 'kind' | 'hint' | 'children'> & {
  isBusy: boolean;
  onFile: (file: File) => void;
};

/** Offers the template, and chooses the file. */
function ChooseFile({ kind, hint, children, isBusy, onFile }: ChooseProps) {
  const say = useSay();
  return (
    <Card title="import.file">
      {children}
      <p>{say(hint)}</p>
      <p className={css.under}>
        {say('import.limits', { lines: linesMaxOf(kind), megabytes: IMPORT_LIMIT.bytes / MEGABYTE })}
      </p>
      <div className={css.buttons}>
        <FileButton onChange={(file) => file && onFile(file)} accept=".csv,.txt,.xlsx" key={String(isBusy)}>
          {(button) => (
            <ReasonButton {...button} loading={isBusy} leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
              {say('import.choose')}
            </ReasonButton>
          )}
        </FileButton>
        {(['csv', 'xlsx'] as const).map((format) => (
          <DownloadButton
            key={format}
            label={say('import.template', { format: format.toUpperCase() })}
            name={`${headingOf(kind)}.${format}`}
            load={() => apiFile(exportImportTemplate, { query: { kind, format } })}
          />
        ))}
      </div>
    </Card>
  );
}

type SendProps<Body, Reply> = Pick<Props<Body, Reply>, 'send' | 'onDone' | 'onRefused' | 'submit'> &
  PreviewedFile<Body> & { file: File; onChanged: () => void };

/** The preview, and the step that imports all lines. If something changed since, the preview is made again. */
function SendStep<Body, Reply>(props: SendProps<Body, Reply>) {
  const { file, report, body, send, onDone, onRefused, submit, onChanged } = props;
  const say = useSay();
  const change = useChange({
    send: () => send(body),
    onDone,
    onRefused: (refused) => {
      onRefused?.(refused);
      if (Object.keys(refused.fields).length > 0) onChanged();
    },
  });
  return (
    <>
      <ImportPreview fileName={file.name} report={report} />
      <FormError error={change.error} />
      <div className={css.foot}>
        <Button onClick={() => change.run()} loading={change.isPending} disabled={report.wrong > 0}>
          {say(submit)}
        </Button>
      </div>
    </>
  );
}
