import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconBook2, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReadDocument } from '#contract/template.ts';
import { EmptyState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import { TextSkeleton } from '#web/document/document-reader.tsx';
import { DocumentWithSections } from '#web/document/document-with-sections.tsx';
import { findChapter } from '#web/document/find-chapter.ts';
import { guidesQuery } from '#web/document/template-queries.ts';
import type { Chapter } from '#web/shell/help-chapters.ts';
import { WatchVideo } from '#web/tour/watch-video.tsx';
import css from './guide-cards.module.css';

type Props = {
  role: Role;
  /** The open guide; undefined for the list. */
  templateId: string | undefined;
  /** The chapter to open, in the guide that has it. If no guide has it, the page lists all guides. */
  chapter?: Chapter | undefined;
};

/** Shows the list of user guides for this role, or one guide. */
export function GuidePage({ role, templateId, chapter }: Props) {
  const say = useSay();
  const query = useQuery(guidesQuery(role, useLanguage()));
  const found = chapter && query.data && findChapter(query.data, say(`help.chapter.${chapter}`));
  if (found)
    return (
      <Navigate
        to={paths.guides(role)}
        search={(): object => ({ document: found.templateId })}
        hash={found.hash}
        replace
      />
    );
  if (templateId === undefined)
    return (
      <>
        <PageTitle title="reading.guides" actions={<WatchVideo />} />
        <Loaded query={query} skeleton={<GuideCardsSkeleton />}>
          {(guides) =>
            guides.length === 0 ? (
              <EmptyState title="reading.nothing" hint="reading.nothingHint" icon={IconBook2} />
            ) : (
              <GuideCards {...{ role, guides }} />
            )
          }
        </Loaded>
      </>
    );
  return (
    <Loaded query={query} skeleton={<TextSkeleton />}>
      {(guides) => {
        const guide = guides.find((one) => one.templateId === templateId);
        return guide ? <Guide {...{ role, guide }} /> : <NotFound />;
      }}
    </Loaded>
  );
}

/** Shows one user guide. */
function Guide({ role, guide }: { role: Role; guide: ReadDocument }) {
  return (
    <>
      <PageTitle
        title={{ text: guide.documentName }}
        note={<DocumentFacts document={guide} />}
        back={{ to: paths.guides(role), label: 'reading.guides' }}
      />
      <DocumentWithSections content={guide.content} />
    </>
  );
}

/** One card per guide: its title, its file type, its version and its date. */
function GuideCards({ role, guides }: { role: Role; guides: readonly ReadDocument[] }) {
  const say = useSay();
  return (
    <ul className={css.cards} aria-label={say('reading.guides')}>
      {guides.map((guide) => {
        const { templateId, documentName, content } = guide;
        const Picture = content.kind === 'file' ? IconFileText : IconBook2;
        return (
          <li key={templateId} className={css.card}>
            <span className={css.picture} aria-hidden>
              <Picture size={22} stroke={1.6} />
            </span>
            <div className={css.words}>
              <h2 className={css.name}>
                <Link to={paths.guides(role)} search={(): object => ({ document: templateId })} className={css.link}>
                  {documentName}
                </Link>
              </h2>
              {content.kind === 'file' && <span className={css.kind}>{content.fileType.toUpperCase()}</span>}
              <DocumentFacts document={guide} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function GuideCardsSkeleton() {
  return (
    <div className={css.cards} aria-hidden>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={92} />
      ))}
    </div>
  );
}
