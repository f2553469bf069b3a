import { useNavigate } from '@tanstack/react-router';
import type { SavedTemplate } from '#contract/template.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { TemplateEditor } from '#web/template-admin/template-editor.tsx';

/** A new document; what it is saved as is its first version. */
export function CreateTemplatePage() {
  const say = useSay();
  const navigate = useNavigate();
  const follow = ({ id, documentName, cut }: SavedTemplate) => {
    toast('good', say('template.created', { name: documentName }));
    // Going back should not lead to an empty form that makes the same document once more.
    void navigate({ to: paths.editTemplate(id), state: { cut }, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <PageTitle title="template.create" back={{ to: paths.templates, label: 'template.title' }} />
      <TemplateEditor onSaved={follow} />
    </>
  );
}
