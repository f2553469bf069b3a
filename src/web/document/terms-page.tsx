import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAcceptedTemplate, type Acceptances } from '#contract/template-acceptance.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import { NoteSkeleton, TextSkeleton, DocumentReader } from '#web/document/document-reader.tsx';
import { DocumentWithSections } from '#web/document/document-with-sections.tsx';
import { policyQuery, acceptancesQuery, TEMPLATES_KEY } from '#web/document/template-queries.ts';
import css from './document.module.css';

/** The terms in force, and below them the versions that this user accepted. */
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
      {/* The acceptances follow after the text has loaded; otherwise the text would push them down. */}
      {role === 'user' && !isPending && <AcceptedPolicies />}
    </>
  );
}

type Accepted = Acceptances['accepted'][number];

/** Lists the policies that this user accepted, with the dates. Each can be opened in the accepted version. */
function AcceptedPolicies() {
  const say = useSay();
  const query = useQuery(acceptancesQuery);
  const [open, setOpen] = useState<Accepted>();
  return (
    <div className={css.section}>
      <Card title="reading.accepted">
        <Loaded query={query} skeleton={<Skeleton height={48} />}>
          {({ accepted }) =>
            accepted.length === 0 ? (
              <p className={css.quiet}>{say('reading.noneAccepted')}</p>
            ) : (
              <ul className={css.list}>
                {accepted.map((one) => (
                  <li key={`${one.templateId}.${one.version}`} className={css.one}>
                    <span className={css.words}>
                      <strong>{one.documentName}</strong>
                      <span className={css.quiet}>
                        {say('reading.version', { version: one.version })} · <Moment at={one.acceptedTime} />
                      </span>
                    </span>
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`${say('reading.read')}: ${one.documentName}, ${say('reading.version', { version: one.version })}`}
                      onClick={() => setOpen(one)}
                    >
                      {say('reading.read')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {open && (
        <Dialog title={open.documentName} isOpen onClose={() => setOpen(undefined)} size="lg">
          <AsItWas accepted={open} />
        </Dialog>
      )}
    </div>
  );
}

/** Shows the version that the person accepted, which may not be the current one. */
function AsItWas({ accepted: { templateId: id, version, acceptedTime } }: { accepted: Accepted }) {
  const say = useSay();
  const language = useLanguage();
  const key = [...TEMPLATES_KEY, 'accepted', id, version];
  const query = useQuery(readQuery(key, getAcceptedTemplate, { params: { id, version } }));
  return (
    <Loaded query={query} skeleton={<TextSkeleton />}>
      {({ contents }) => {
        const content = contents[baseLanguageOf(language)] ?? contents.en ?? contents.zh;
        return (
          <>
            <p className={css.quiet}>
              {say('reading.version', { version })} · <Moment at={acceptedTime} />
            </p>
            {content && <DocumentReader content={content} topLevel={3} />}
          </>
        );
      }}
    </Loaded>
  );
}
