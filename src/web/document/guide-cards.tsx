import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconBook2, IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReadDocument } from '#contract/template.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import css from './guide-cards.module.css';

/** One card a guide: what it is called, what it comes as, how new it is. */
export function GuideCards({ role, guides }: { role: Role; guides: readonly ReadDocument[] }) {
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

export function GuideCardsSkeleton() {
  return (
    <div className={css.cards} aria-hidden>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={92} />
      ))}
    </div>
  );
}
