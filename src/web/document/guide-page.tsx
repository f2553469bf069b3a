import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReadDocument } from '#contract/template.ts';
import { EmptyState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import { TextSkeleton } from '#web/document/document-reader.tsx';
import { DocumentWithSections } from '#web/document/document-with-sections.tsx';
import { GuideCards, GuideCardsSkeleton } from '#web/document/guide-cards.tsx';
import { guidesQuery } from '#web/document/template-queries.ts';
import { WatchVideo } from '#web/tour/watch-video.tsx';

type Props = { role: Role; /** The one that is read; none: which there are. */ templateId: string | undefined };

/** The user guides for this reader, and one of them. */
export function GuidePage({ role, templateId }: Props) {
  const query = useQuery(guidesQuery(role, useLanguage()));
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
