import { Button } from '@mantine/core';
import type { MessageText, MessageTexts } from '#contract/message-text.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './message-text.module.css';

type Props = { message: MessageText; onRestore: (texts: MessageTexts) => void; mayEdit: boolean };

/** The saved versions of the texts. Restoring fills the fields with an older version. */
export function VersionsCard({ message: { versions, version: current }, onRestore, mayEdit }: Props) {
  const say = useSay();
  if (versions.length === 0) return null;
  return (
    <Card title="messageText.versions">
      <p className={css.hint}>{say('messageText.restoreHint')}</p>
      <ul className={css.versions}>
        {versions.map(({ version, texts, savedAt, savedBy }) => (
          <li key={version}>
            <strong>{say('messageText.version', { version })}</strong>
            <span>
              <Moment at={savedAt} /> {savedBy}
            </span>
            {mayEdit && version !== current && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  onRestore(texts);
                  toast('good', say('messageText.filled', { version }));
                }}
              >
                {say('messageText.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
