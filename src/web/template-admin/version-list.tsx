import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Template, TemplateVersionSummary } from '#contract/template.ts';
import { isPolicy } from '#domain/template/template.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { Languages } from '#web/template-admin/template-looks.tsx';
import { versionsQuery } from '#web/template-admin/template-queries.ts';
import css from './version-list.module.css';

/** The newest first: who saved each, when, and how many users accepted it. */
export function VersionList({ template }: { template: Template }) {
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
