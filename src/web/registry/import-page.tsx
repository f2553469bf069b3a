import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  importConfirmation,
  previewConfirmation,
  type ConfirmationReport,
} from '#contract/settlement/registry-order.ts';
import { CONFIRMATION_COLUMNS } from '#domain/delivery/confirmation.ts';
import { FileTextButton } from '#web/document/file-text-button.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet, SheetFoot } from '#web/design/forms/form-sheet.tsx';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useOrdersChanged } from '#web/registry/use-prepare-orders.ts';
import { Link } from '@tanstack/react-router';
import css from './registry.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Draft = { readonly text: string };
const EMPTY: Draft = { text: '' };

/** Imports a confirmation file: the file, then a preview with one row for each line, then the import of just that. */
export function ImportPage() {
  const say = useSay();
  const form = useForm(
    EMPTY,
    ({ text }) => ({ text: text.trim() === '' ? ({ code: 'field_required' } as const) : undefined }),
    { keptAs: 'confirmation' },
  );
  const [report, show] = useState<ConfirmationReport>();
  const [isDone, setIsDone] = useState(false);
  const preview = useChange({
    send: () => api(previewConfirmation, { body: { csv: form.values.text } }),
    onDone: show,
  });
  const importing = useImport(form, report, (done) => {
    show(done);
    setIsDone(true);
  });
  const back = () => {
    importing.reset();
    show(undefined);
    setIsDone(false);
  };
  return (
    <>
      <PageTitle
        title="registryOrder.import"
        note={say('registryOrder.importNote', { columns: CONFIRMATION_COLUMNS.join(', ') })}
        back={{ to: paths.registryOrders, label: 'registryOrder.title' }}
      />
      {report ? (
        <Report report={report} isDone={isDone} onBack={back} {...importing} />
      ) : (
        <FileForm form={form} error={preview.error} isBusy={preview.isPending} onSend={() => preview.run()} />
      )}
    </>
  );
}

/** Returns the step that imports the file as it was previewed. */
function useImport(
  form: Form<Draft>,
  report: ConfirmationReport | undefined,
  onDone: (done: ConfirmationReport) => void,
) {
  const say = useSay();
  const keys = useRequestKeys();
  const changed = useOrdersChanged();
  return useChange({
    send: () => {
      const body = { csv: form.values.text, fingerprint: report?.fingerprint ?? '' };
      return api(importConfirmation, { body, key: keys.keyFor(body) });
    },
    onDone: async (done) => {
      form.reset(EMPTY);
      await changed();
      toast('good', say('registryOrder.imported'));
      onDone(done);
    },
    onRefused: keys.takeRefused,
  });
}

type FileProps = Pick<Parameters<typeof FormSheet>[0], 'error' | 'isBusy' | 'onSend'> & { form: Form<Draft> };

function FileForm({ form, ...sheet }: FileProps) {
  const say = useSay();
  return (
    <FormSheet
      form={form}
      {...sheet}
      foot={
        <SheetFoot>
          <ReasonButton type="submit" loading={sheet.isBusy}>
            {say('registryOrder.preview')}
          </ReasonButton>
        </SheetFoot>
      }
    >
      <FormSection title="registryOrder.file" hint="registryOrder.fileHint">
        <Wide>
          <FileTextButton
            label="registryOrder.choose"
            unreadable={say('registryOrder.fileUnreadable')}
            onText={(text) => form.set('text', text)}
          />
        </Wide>
        <Wide>
          <TextAreaField
            {...form.field('text')}
            label="registryOrder.text"
            help="registryOrder.textHelp"
            rows={10}
            isRequired
          />
        </Wide>
      </FormSection>
    </FormSheet>
  );
}

type ReportProps = {
  report: ConfirmationReport;
  /** True after the import: the report then says what was done. */
  isDone: boolean;
  onBack: () => void;
} & Pick<ReturnType<typeof useImport>, 'run' | 'isPending' | 'error'>;

function Report({ report, isDone, onBack, run, isPending, error }: ReportProps) {
  const say = useSay();
  const effective = report.lines.filter(({ effect }) => effect !== 'unchanged' && effect !== 'refused').length;
  return (
    <div className={css.page}>
      <h2>{say(isDone ? 'registryOrder.imported' : 'registryOrder.previewTitle')}</h2>
      <DataTable
        caption="registryOrder.previewTitle"
        columns={COLUMNS}
        rows={report.lines}
        rowKey={({ line }) => String(line)}
        empty={<EmptyState title="registryOrder.previewNone" hint="registryOrder.previewNoneHint" />}
      />
      <FormError error={error} />
      {!isDone && (
        <p className={css.under}>
          {say(effective === 0 ? 'registryOrder.importNothing' : 'registryOrder.importFinal')}
        </p>
      )}
      <div className={css.foot}>
        {isDone ? (
          <Button component={Link} to={paths.registryOrders}>
            {say('registryOrder.title')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onBack} disabled={isPending}>
              {say('registryOrder.backToFile')}
            </Button>
            <Button
              onClick={() => run()}
              loading={isPending}
              disabled={effective === 0}
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {say('registryOrder.importLines', { lines: effective })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

type Props = { row: ConfirmationReport['lines'][number] };

const Line = ({ row }: Props) => row.line;
const Order = ({ row }: Props) => <span className={css.name}>{row.orderId || '–'}</span>;

function Effect({ row: { effect, message, delivery } }: Props) {
  const say = useSay();
  return (
    <>
      {effect === 'refused' ? (message ?? '') : say(`registryOrder.effects.${effect}`)}
      {delivery && (
        <span className={css.under}>
          {say('registryOrder.deliveryAfter', { state: say(`settlement.delivery.${delivery}`) })}
        </span>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Props['row']>[] = [
  { id: 'line', title: 'registryOrder.line', width: '70px', Cell: Line },
  { id: 'order', title: 'registryOrder.order', Cell: Order },
  { id: 'effect', title: 'registryOrder.effect', Cell: Effect },
];
