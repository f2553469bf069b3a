import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CONSUMPTION_LINES_MAX } from '#domain/claim/consumption.ts';
import type { WrongRow } from '#web/claim/read-consumption.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet, SheetFoot } from '#web/design/forms/form-sheet.tsx';
import { type Form } from '#web/design/forms/use-form.ts';
import { judgeClaimDraft } from '#web/holding/claim-draft.ts';
import { PurposeFields } from '#web/holding/claim-fields.tsx';
import { FileTextButton } from '#web/document/file-text-button.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './claim.module.css';

/** The input of the page: the rows as text, and the purpose. */
export type Draft = { readonly text: string; readonly purpose: string; readonly purposeText: string };
/** The values of an empty form. */
export const EMPTY: Draft = { text: '', purpose: '', purposeText: '' };
/** The periods of the retirements follow from the months of the list. */
export const NO_PERIOD = { periodFrom: null, periodTo: null } as const;

/** Checks the purpose; the periods follow from the months of the list. Rows are checked when they are read. */
export const judgeDraft = ({ text, purpose, purposeText }: Draft) => {
  const { periodFrom: _from, periodTo: _to, ...refusals } = judgeClaimDraft({ ...NO_PERIOD, purpose, purposeText });
  return { ...refusals, text: text.trim() === '' ? ({ code: 'field_required' } as const) : undefined };
};

type FormProps = {
  form: Form<Draft>;
  wrong: readonly WrongRow[];
  error: ApiError | null;
  isPending: boolean;
  onSend: () => void;
};

/** The form with the rows and the purpose. */
export function ListForm({ form, wrong, error, isPending, onSend }: FormProps) {
  const say = useSay();
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={isPending}
      onSend={onSend}
      foot={
        <SheetFoot>
          <Button type="submit" loading={isPending}>
            {say('retireList.propose')}
          </Button>
        </SheetFoot>
      }
    >
      <FormSection title="retireList.file" hint="retireList.fileHint">
        <Wide>
          <FileTextButton
            label="retireList.choose"
            unreadable={say('retireList.unreadable', { maximum: CONSUMPTION_LINES_MAX })}
            onText={(text) => form.set('text', text)}
          />
        </Wide>
        <Wide>
          <TextAreaField
            {...form.field('text')}
            label="retireList.paste"
            help={{ text: say('retireList.pasteExample') }}
            rows={10}
            isRequired
          />
        </Wide>
        {wrong.length > 0 && (
          <Wide>
            <WrongRows wrong={wrong} />
          </Wide>
        )}
      </FormSection>
      <FormSection title="claim.purpose" hint="claim.formHint">
        <PurposeFields form={{ ...form }} />
      </FormSection>
    </FormSheet>
  );
}

const WRONG_SHOWN = 10;

/** Names the first rows that cannot be used. */
function WrongRows({ wrong }: { wrong: readonly WrongRow[] }) {
  const say = useSay();
  const textOf = useErrorText();
  return (
    <Notice tone="bad" icon={IconAlertTriangle} title="retireList.wrongTitle">
      <ul className={css.wrong}>
        {wrong.slice(0, WRONG_SHOWN).map(({ row, refusal }) => (
          <li key={row}>{say('retireList.wrongLine', { line: row, reason: textOf(refusal) })}</li>
        ))}
      </ul>
    </Notice>
  );
}
