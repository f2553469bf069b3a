import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { createTemplate, type SavedTemplate, type Template, updateTemplate } from '#contract/template.ts';
import { baseLanguageOf, type BaseLanguage } from '#domain/basics/language.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { confirmSaving } from '#web/template-admin/confirm-saving.ts';
import { Contents } from '#web/template-admin/content-view.tsx';
import { TemplateFields } from '#web/template-admin/template-fields.tsx';
import {
  contentOf,
  judgeTemplateForm,
  NEW_TEMPLATE,
  templateRequest,
  type TemplateValues,
  valuesOf,
} from '#web/template-admin/template-form.ts';
import { templateQuery, useTemplateSaved } from '#web/template-admin/template-queries.ts';
import { useShowVersions } from '#web/template-admin/versions-dialog.tsx';

type Props = {
  /** The stored document; absent during creation. */
  template?: Template;
  onSaved: (saved: SavedTemplate) => void;
};

/** The form of a document: a new one, or the stored version. */
export function TemplateEditor({ template, onSaved }: Props) {
  const say = useSay();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const busy = useBusyLanguages();
  const { form, run, isPending, error, isDirty, isOvertaken, follow } = useTemplateForm(template, onSaved);
  const send = async () => {
    // If this lookup fails, saving reports the error.
    if (await confirmSaving(template, form.values).catch(() => true)) run();
  };
  const newer = useNewerVersion(template);
  const overtaken =
    template && isOvertaken ? { onKeep: follow, onDrop: () => form.reset(valuesOf(template)), ...newer } : undefined;
  return (
    <>
      <FormSheet
        form={form}
        error={error}
        overtaken={overtaken}
        isBusy={isPending || busy.isAny}
        onSend={() => void send()}
        foot={
          <SaveBar
            isDirty={isDirty}
            isPending={isPending}
            reason={busy.isAny ? 'template.stillSending' : isOvertaken ? 'template.chooseFirst' : undefined}
            {...(!template && { isNew: true, submit: 'template.create' as const })}
          >
            <Button
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setIsPreviewing(true)}
            >
              {say('template.preview')}
            </Button>
          </SaveBar>
        }
      >
        <TemplateFields form={form} isNew={!template} onBusy={busy.mark} />
      </FormSheet>
      {isPreviewing && <PreviewDialog values={form.values} onClose={() => setIsPreviewing(false)} />}
    </>
  );
}

/** Returns the form, and whether somebody has saved a newer version than the edited version. */
function useTemplateForm(template: Template | undefined, onSaved: Props['onSaved']) {
  const queryClient = useQueryClient();
  const takeSaved = useTemplateSaved();
  const [base, setBase] = useState(template?.version);
  const stored = useStoredForm<Template, TemplateValues>({
    stored: template,
    empty: NEW_TEMPLATE,
    valuesOf,
    judge: judgeTemplateForm,
    isClosed: false,
    send: async (values, keys) => {
      const { templateType, ...body } = templateRequest(values);
      if (!template) return api(createTemplate, { body: { ...body, templateType }, key: keys.keyFor(values) });
      const params = { id: template.id };
      return api(updateTemplate, { params, body: { ...body, version: base ?? template.version } }).catch(
        (thrown: unknown) => {
          if (asApiError(thrown).code === 'template_changed')
            void queryClient.invalidateQueries({ queryKey: templateQuery(template.id).queryKey });
          throw thrown;
        },
      );
    },
    onSaved: (saved) => {
      setBase(saved.version);
      takeSaved(saved);
      onSaved(saved as SavedTemplate);
    },
  });
  const isNewer = template !== undefined && template.version !== base;
  // If nothing was typed, the newer version is shown without a question.
  if (isNewer && !stored.isDirty) setBase(template.version);
  const isTold = stored.error?.code === 'template_changed' && !isNewer;
  return {
    ...stored,
    error: isTold ? null : stored.error,
    isOvertaken: isNewer && stored.isDirty,
    follow: () => setBase(template?.version),
  };
}

/**
 * Returns a text that names the author of a newer version, and a button that shows that version.
 *
 * @param template the stored state; absent during creation
 */
function useNewerVersion(template: Template | undefined): { text?: ReactNode; look?: ReactNode } {
  const say = useSay();
  const show = useShowVersions();
  if (!template) return {};
  const { updater, version, updatedTime } = template;
  return {
    text: (
      <>
        {say('template.overtakenBy', { updater, version })} (<Moment at={updatedTime} />)
      </>
    ),
    look: (
      <Button variant="default" onClick={() => show(version)}>
        {say('template.lookAtVersion', { version })}
      </Button>
    ),
  };
}

/** `values` are the typed values, also if they are not saved yet. */
type PreviewDialogProps = { values: TemplateValues; onClose: () => void };

/** Shows the document as readers will see it, before it is saved. */
function PreviewDialog({ values, onClose }: PreviewDialogProps) {
  const say = useSay();
  const contents = { en: contentOf(values['contents.en']), zh: contentOf(values['contents.zh']) };
  return (
    <Dialog title={values.documentName.trim() || say('template.preview')} isOpen onClose={onClose} size="xl">
      <Contents contents={contents} first={baseLanguageOf(useLanguage())} />
    </Dialog>
  );
}

/**
 * Tracks for which languages an upload is running. A document saved during the upload would lack the file or picture.
 */
function useBusyLanguages(): { isAny: boolean; mark: (language: BaseLanguage, isBusy: boolean) => void } {
  const [busy, setBusy] = useState<Partial<Record<BaseLanguage, boolean>>>({});
  const mark = useCallback((language: BaseLanguage, isBusy: boolean) => {
    setBusy((before) => ({ ...before, [language]: isBusy }));
  }, []);
  return { isAny: Object.values(busy).includes(true), mark };
}
