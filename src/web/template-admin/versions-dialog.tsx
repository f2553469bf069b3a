import { baseLanguageOf } from '#domain/basics/language.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import type { VersionSearch } from '#web/template-admin/template-search.ts';
import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconChevronLeft, IconRestore, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { updateTemplate, type SavedTemplate, type Template, type TemplateVersionSummary } from '#contract/template.ts';
import { isPolicy } from '#domain/template/template.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { confirmSaving } from '#web/template-admin/confirm-saving.ts';
import { Contents } from '#web/template-admin/content-view.tsx';
import { templateRequest, valuesOf } from '#web/template-admin/template-form.ts';
import { useTemplateSaved, versionQuery, versionsQuery } from '#web/template-admin/template-queries.ts';
import css from './versions-dialog.module.css';
import { Languages } from '#web/template-admin/template-looks.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** `shown` is one version, or `all` for the list. */
type VersionsDialogProps = {
  template: Template;
  shown: NonNullable<VersionSearch['versions']>;
  onRestored: (saved: SavedTemplate) => void;
};

/** All versions of a document, each as it was saved. The form behind the dialog keeps its input. */
export function VersionsDialog({ template, shown, onRestored }: VersionsDialogProps) {
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

type Props = { template: Template; version: number; onRestored: (saved: SavedTemplate) => void };
/** A version as it was saved, with the content of both languages. */
type Version = Pick<
  Template,
  'documentName' | 'templateType' | 'audience' | 'isInUse' | 'updater' | 'updatedTime' | 'contents' | 'languages'
>;

/** Shows a version as it was saved. An older version can be restored: it is then saved again as the newest version. */
function VersionView({ template, version, onRestored }: Props) {
  const query = useQuery(versionQuery(template.id, version));
  return (
    <>
      <Head template={template} version={version} stored={query.data} onRestored={onRestored} />
      <Loaded query={query} skeleton={<EditorSkeleton />}>
        {(stored) => <Body stored={stored} />}
      </Loaded>
    </>
  );
}

/**
 * The link back to the list, and the button that restores an old version. Restoring asks first. It creates a new
 * version with the old content, so no version is lost. The type of the document stays.
 */
function Head({ template, version, stored, onRestored }: Props & { stored: Version | undefined }) {
  const say = useSay();
  const show = useShowVersions();
  const takeSaved = useTemplateSaved();
  const { run, isPending, error } = useChange({
    send: ({ values, base }: { values: Version; base: number }) => {
      const { templateType: _stays, ...body } = templateRequest(valuesOf(values));
      return api(updateTemplate, { params: { id: template.id }, body: { ...body, version: base } });
    },
    onDone: (saved) => {
      takeSaved(saved);
      onRestored(saved);
    },
  });
  const restore = async (values: Version) => {
    const isSure = await confirm({
      title: 'template.restoreTitle',
      text: 'template.restoreText',
      params: { version, next: template.version + 1 },
      yes: 'template.restore',
    });
    if (isSure && (await confirmSaving(template, valuesOf(values)).catch(() => true)))
      run({ values, base: template.version });
  };
  return (
    <>
      <div className={css.tools}>
        <Button variant="subtle" onClick={() => show('all')} leftSection={<IconChevronLeft size={16} aria-hidden />}>
          {say('template.allVersions')}
        </Button>
        {stored && version !== template.version && (
          <ReasonButton
            variant="default"
            loading={isPending}
            leftSection={<IconRestore size={16} aria-hidden />}
            onClick={() => void restore(stored)}
          >
            {say('template.restore')}
          </ReasonButton>
        )}
      </div>
      <FormError error={error} />
    </>
  );
}

/** Shows a version, in the reader's language if the version has content in that language. */
function Body({ stored }: { stored: Version }) {
  const say = useSay();
  const own = baseLanguageOf(useLanguage());
  return (
    <>
      <Facts>
        <Fact label="template.documentName">{stored.documentName}</Fact>
        <Fact label="template.updater">{stored.updater}</Fact>
        <Fact label="template.updatedTime">
          <Moment at={stored.updatedTime} />
        </Fact>
        <Fact label="template.audience">{say(`template.audiences.${stored.audience}`)}</Fact>
      </Facts>
      <div className={css.languages}>
        <Contents
          contents={stored.contents}
          first={stored.languages.includes(own) ? own : (stored.languages[0] ?? own)}
        />
      </div>
    </>
  );
}

/** Lists the versions, newest first. Each has its author, its time, and the number of users who accepted it. */
function VersionList({ template }: { template: Template }) {
  const say = useSay();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionsQuery(template.id),
  );
  if (error && !data) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  if (!data) return [0, 1, 2].map((at) => <Skeleton key={at} height={56} mb={8} radius="sm" />);
  return (
    <>
      <ol className={css.versions} reversed>
        {data.pages
          .flatMap(({ items }) => items)
          .map((one) => (
            <Line key={one.version} version={one} template={template} />
          ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('template.olderVersions')}
        </Button>
      )}
    </>
  );
}

/** A version in the list, with its languages. For a policy, it shows how many people accepted that version. */
function Line({ version, template }: { version: TemplateVersionSummary; template: Template }) {
  const say = useSay();
  return (
    <li className={css.version}>
      <div className={css.words}>
        <div className={css.head}>
          <Link to="." search={(): object => ({ versions: version.version })} resetScroll={false} className={css.name}>
            {say('template.versionNumber', { version: version.version })}
          </Link>
          {version.version === template.version && (
            <StatusBadge tone="good" label="template.current" icon={IconCircleCheck} />
          )}
        </div>
        <span>{version.documentName}</span>
      </div>
      <div className={css.about}>
        <span>
          {version.updater}, <Moment at={version.updatedTime} />
        </span>
        <span>
          <Languages languages={version.languages} />
          {!version.isInUse && ` · ${say('template.notInUse')}`}
          {isPolicy(template.templateType) && ` · ${say('template.accepted', { count: version.acceptedCount })}`}
        </span>
      </div>
    </li>
  );
}

/** Returns a function that opens or closes the versions of the edited document. The page behind stays unchanged. */
export function useShowVersions(): (versions?: VersionSearch['versions']) => void {
  const navigate = useNavigate();
  return (versions) => void navigate({ to: '.', search: versions ? { versions } : {}, resetScroll: false });
}
