import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** Called if the person keeps the typed input. The next save may then overwrite the saved version. */
  onKeep: () => void;
  onDrop: () => void;
  /** Names the author of the saved changes and the changes themselves, if they are known. */
  text?: ReactNode;
  /** A button that shows the saved version. */
  look?: ReactNode;
};

/**
 * Shown if somebody else, or the same person in another tab, saved during typing. The person decides which version is
 * kept.
 */
export default function EditConflictNotice({ onKeep, onDrop, text, look }: Props) {
  const say = useSay();
  const drop = async () => {
    if (await confirmDiscard()) onDrop();
  };
  return (
    <Notice tone="warn" icon={IconUsers} title="shell.overtaken">
      <p>{text ?? say('shell.overtakenText')}</p>
      <Group gap="xs" mt="sm">
        {look}
        <Button variant="default" onClick={onKeep}>
          {say('shell.keepMine')}
        </Button>
        <Button variant="default" onClick={() => void drop()}>
          {say('shell.takeTheirs')}
        </Button>
      </Group>
    </Notice>
  );
}
