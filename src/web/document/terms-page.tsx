import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { AcceptedPolicies } from '#web/document/accepted-policies.tsx';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import { NoteSkeleton, TextSkeleton } from '#web/document/document-reader.tsx';
import { DocumentWithSections } from '#web/document/document-with-sections.tsx';
import { policyQuery } from '#web/document/template-queries.ts';

/** The terms in force; below them what this user accepted, as it was. */
export function TermsPage({ role }: { role: Role }) {
  const query = useQuery(policyQuery('TermsAndConditions', useLanguage()));
  const { data: terms, isPending } = query;
  return (
    <>
      <PageTitle
        title="reading.type.TermsAndConditions"
        note={terms ? <DocumentFacts document={terms} /> : isPending && <NoteSkeleton />}
      />
      <Loaded query={query} skeleton={<TextSkeleton />}>
        {(document) =>
          document ? (
            <DocumentWithSections content={document.content} />
          ) : (
            <EmptyState title="reading.nothing" hint="reading.nothingHint" icon={IconFileOff} />
          )
        }
      </Loaded>
      {/* It stands where the text leaves it room. */}
      {role === 'user' && !isPending && <AcceptedPolicies />}
    </>
  );
}
