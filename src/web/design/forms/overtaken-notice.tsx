import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** What was typed shall replace or follow what was saved. */
  onKeep: () => void;
  onDrop: () => void;
  /** Who saved what, where that is known. */
  text?: ReactNode;
  /** A button that shows what was saved. */
  look?: ReactNode;
};

/** Somebody else, or the same person in another tab, saved while this was being typed: nothing of either goes unseen. */
export default function OvertakenNotice({ onKeep, onDrop, text, look }: Props) {
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
