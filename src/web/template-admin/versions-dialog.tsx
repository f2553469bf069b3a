import type { SavedTemplate, Template } from '#contract/template.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { VersionSearch } from '#web/template-admin/template-search.ts';
import { VersionList } from '#web/template-admin/version-list.tsx';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';
import { VersionView } from '#web/template-admin/version-view.tsx';

type Props = {
  template: Template;
  shown: NonNullable<VersionSearch['versions']>;
  onRestored: (saved: SavedTemplate) => void;
};

/** Every version of a document, and each as it was saved; the form behind it keeps what was typed. */
export function VersionsDialog({ template, shown, onRestored }: Props) {
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
