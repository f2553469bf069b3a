import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { ReadDocument } from '#contract/template.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { ReadToEnd } from '#web/design/layout/read-to-end.tsx';
import { paths } from '#web/paths.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { roleOf, sessionStore } from '#web/platform/session/session.ts';
import { useStore } from '#web/platform/storage/store.ts';
import type { OpenPolicy } from '#web/shell/open-policy.ts';
import { DocumentFacts } from '#web/document/document-facts.tsx';
import { DocumentReader, TextSkeleton } from '#web/document/document-reader.tsx';
import { policyQuery } from '#web/document/template-queries.ts';
import css from './document.module.css';

type Props = { policy: OpenPolicy; onClose: () => void };

/**
 * Shows the policy in force. If agreement is requested, the person must first read the policy to its end
 * (docs/rules.md#layout).
 */
export function PolicyDialog({ policy: { templateType, onAgree }, onClose }: Props) {
  const say = useSay();
  const query = useQuery(policyQuery(templateType, useLanguage()));
  return (
    <Dialog title={say(`reading.type.${templateType}`)} isOpen onClose={onClose} size="lg">
      <Loaded query={query} skeleton={<TextSkeleton />}>
        {(document) =>
          document ? (
            <Policy
              document={document}
              onAgree={
                onAgree &&
                ((accepted) => {
                  onAgree(accepted);
                  onClose();
                })
              }
            />
          ) : (
            <EmptyState title="reading.nothing" hint="reading.nothingHint" icon={IconFileOff} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

type PolicyProps = { document: ReadDocument; onAgree: ((accepted: AcceptedTemplate) => void) | undefined };

/** Shows a policy. The checkbox to agree is below the policy, and is disabled until the person has read to the end. */
function Policy({ document, onAgree }: PolicyProps) {
  const say = useSay();
  const [isShown, setIsShown] = useState(false);
  const [isRead, setIsRead] = useState(false);
  const [agrees, setAgrees] = useState(false);
  const { templateId, version, templateType, content } = document;
  const name = say(`reading.type.${templateType}`);
  return (
    <div className={css.policy}>
      <DocumentFacts document={document} />
      <ReadToEnd label={name} isTall isWhole={isShown} onRead={() => setIsRead(true)}>
        <DocumentReader content={content} topLevel={3} onShown={() => setIsShown(true)} />
      </ReadToEnd>
      {onAgree ? (
        <>
          <Checkbox
            label={say('reading.agree', { name })}
            description={isRead ? undefined : say('terms.readFirst')}
            disabled={!isRead}
            checked={agrees}
            onChange={(event) => setAgrees(event.currentTarget.checked)}
          />
          <Button disabled={!agrees} onClick={() => onAgree({ templateId, version })}>
            {say('reading.agreeAction')}
          </Button>
        </>
      ) : (
        <OwnPage templateType={templateType} />
      )}
    </div>
  );
}

/** Links to the page with the terms. That page also lists the versions that the person accepted earlier. */
function OwnPage({ templateType }: Pick<ReadDocument, 'templateType'>) {
  const say = useSay();
  const role = useStore(sessionStore, ({ profile }) => profile && roleOf(profile));
  if (templateType !== 'TermsAndConditions' || !role) return null;
  return (
    <Link to={paths.terms(role)} className={css.link}>
      {say('reading.asPage')}
    </Link>
  );
}
