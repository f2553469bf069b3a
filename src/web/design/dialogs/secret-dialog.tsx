import { Button, Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './secret-dialog.module.css';

type Props = { title: PhraseKey; secret: string; onClose: () => void };

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ title, secret, onClose }: Props) {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  // If the page may not write to the clipboard, the person can select the secret.
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog title={say(title)} isOpen onClose={onClose} size="md">
      <Text>{say('automation.toldOnce')}</Text>
      <code className={css.secret} data-secret>
        {secret}
      </code>
      <div className={css.buttons}>
        <Button
          variant="default"
          onClick={copy}
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {say(isCopied ? 'automation.copied' : 'automation.copy')}
        </Button>
        <Button onClick={onClose}>{say('automation.kept')}</Button>
      </div>
    </Dialog>
  );
}
