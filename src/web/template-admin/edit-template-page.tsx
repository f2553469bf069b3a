import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedTemplate, Template } from '#contract/template.ts';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { CutNotice } from '#web/template-admin/cut-notice.tsx';
import { DeleteButton } from '#web/template-admin/delete-button.tsx';
import { TemplateEditor } from '#web/template-admin/template-editor.tsx';
import { ForceBadge } from '#web/template-admin/template-looks.tsx';
import { templateQuery } from '#web/template-admin/template-queries.ts';
import type { VersionSearch } from '#web/template-admin/template-search.ts';
import { VersionsDialog } from '#web/template-admin/versions-dialog.tsx';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';

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
