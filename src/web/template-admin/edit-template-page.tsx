import { Button } from '@mantine/core';
import { IconHistory, IconScissors } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedTemplate, Template } from '#contract/template.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { DeleteButton } from '#web/template-admin/delete-button.tsx';
import { TemplateEditor } from '#web/template-admin/template-editor.tsx';
import { ForceBadge, LANGUAGE_NAMES } from '#web/template-admin/template-looks.tsx';
import { templateQuery } from '#web/template-admin/template-queries.ts';
import type { VersionSearch } from '#web/template-admin/template-search.ts';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';
import { VersionList } from '#web/template-admin/version-list.tsx';
import { VersionView } from '#web/template-admin/version-view.tsx';

type Props = { id: string; versions: VersionSearch['versions'] };

/** A document: what it says now, and in a dialog every version of it. */
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

/** What the server took out of a text because it may not stand in one: nothing vanishes silently. */
function CutNotice({ cut }: Pick<SavedTemplate, 'cut'>) {
  const say = useSay();
  if (cut.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconScissors} title="template.cut">
      {cut.map(({ language, what }) => (
        <p key={`${language} ${what}`}>
          {say(LANGUAGE_NAMES[language])}: <code>{what}</code>
        </p>
      ))}
    </Notice>
  );
}

type VersionsDialogProps = {
  template: Template;
  shown: NonNullable<VersionSearch['versions']>;
  onRestored: (saved: SavedTemplate) => void;
};

/** Every version of a document, and each as it was saved; the form behind it keeps what was typed. */
function VersionsDialog({ template, shown, onRestored }: VersionsDialogProps) {
  const say = useSay();
  const show = useShowVersions();
  const close = () => show();
  return (
    <Dialog
      title={shown === 'all' ? say('template.versions') : say('template.versionNumber', { version: shown })}
      isOpen
      onClose={close}
      size="xl"
    >
      {shown === 'all' ? (
        <VersionList template={template} />
      ) : (
        <VersionView
          key={shown}
          template={template}
          version={shown}
          onRestored={(saved) => {
            onRestored(saved);
            close();
          }}
        />
      )}
    </Dialog>
  );
}
