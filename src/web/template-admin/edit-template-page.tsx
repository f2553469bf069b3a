import { Button } from '@mantine/core';
import { IconHistory, IconScissors, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type SavedTemplate, type Template, deleteTemplate } from '#contract/template.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { languageName } from '#web/platform/phrases/language.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { TemplateEditor } from '#web/template-admin/template-editor.tsx';
import { ForceBadge } from '#web/template-admin/template-looks.tsx';
import { templateQuery } from '#web/template-admin/template-queries.ts';
import type { VersionSearch } from '#web/template-admin/template-search.ts';
import { useShowVersions, VersionsDialog } from '#web/template-admin/versions-dialog.tsx';

type Props = { id: string; versions: VersionSearch['versions'] };

/** The editor of a document, and a dialog with all its versions. */
export function EditTemplatePage({ id, versions }: Props) {
  const say = useSay();
  const query = useQuery(templateQuery(id));
  useDocumentTitle(query.data?.documentName ?? say('template.edit'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(template) => <Shown template={template} versions={versions} />}
    </Loaded>
  );
}

/**
 * Shows the newest version in the editor, with its history. After saving, lists the parts that were removed from the
 * text. A save without changes creates no version, and the toast reports this.
 */
function Shown({ template, versions }: { template: Template; versions: Props['versions'] }) {
  const say = useSay();
  const language = useLanguage();
  const show = useShowVersions();
  const arrivedWith = useLocation({ select: ({ state }) => state.cut });
  const [cut, setCut] = useState(arrivedWith ?? []);
  const { version, updater, updatedTime, creator, createdTime } = template;
  const take = (saved: SavedTemplate) => {
    setCut(saved.cut);
    const isNew = saved.version > version;
    toast(isNew ? 'good' : 'info', say(isNew ? 'template.saved' : 'template.unchanged', { version: saved.version }));
  };
  return (
    <>
      <PageTitle
        title={{ text: template.documentName }}
        back={{ to: paths.templates, label: 'template.title' }}
        beside={<ForceBadge template={template} />}
        note={say(version > 1 ? 'template.savedBy' : 'template.createdBy', {
          version,
          updater,
          updated: formatDateTime(updatedTime, language),
          creator,
          created: formatDateTime(createdTime, language),
        })}
        actions={
          <>
            <Button variant="default" onClick={() => show('all')} leftSection={<IconHistory size={16} aria-hidden />}>
              {say('template.versions')}
            </Button>
            <DeleteButton template={template} />
          </>
        }
      />
      <CutNotice cut={cut} />
      <TemplateEditor template={template} onSaved={take} />
      {versions !== undefined && <VersionsDialog template={template} shown={versions} onRestored={take} />}
    </>
  );
}

/**
 * Lists the parts of a text that the server removed because they are not allowed. Otherwise the author might not
 * notice.
 */
function CutNotice({ cut }: Pick<SavedTemplate, 'cut'>) {
  if (cut.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconScissors} title="template.cut">
      {cut.map(({ language, what }) => (
        <p key={`${language} ${what}`}>
          {languageName(language)}: <code>{what}</code>
        </p>
      ))}
    </Notice>
  );
}

/** Deletes a document that is not in use. The server refuses a document that somebody accepted. */
function DeleteButton({ template: { id, documentName: name, isInUse } }: { template: Template }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { act, isPending } = useAction({
    question: () => ({
      title: 'template.deleteTitle',
      text: 'template.deleteText',
      params: { name },
      yes: 'template.delete',
      isDangerous: true,
    }),
    send: () => api(deleteTemplate, { params: { id } }),
    done: () => say('template.deleted', { name }),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      // The document is gone, so there is no question about unsaved input.
      await navigate({ to: paths.templates, replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: ['template', id] });
    },
  });
  return (
    <ReasonButton
      variant="default"
      isDangerous
      loading={isPending}
      reason={isInUse ? 'error.template_in_use' : undefined}
      onClick={() => act()}
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      {say('template.delete')}
    </ReasonButton>
  );
}

/** The page that creates a document. Saving makes version 1. */
export function CreateTemplatePage() {
  const say = useSay();
  const navigate = useNavigate();
  const follow = ({ id, documentName, cut }: SavedTemplate) => {
    toast('good', say('template.created', { name: documentName }));
    // Replaces the history entry: "Back" must not lead to a form that would create the same document again.
    void navigate({ to: paths.editTemplate(id), state: { cut }, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <PageTitle title="template.create" back={{ to: paths.templates, label: 'template.title' }} />
      <TemplateEditor onSaved={follow} />
    </>
  );
}
