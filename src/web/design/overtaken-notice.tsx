import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconUsers } from '@tabler/icons-react';
import { confirmDiscard } from '#web/design/confirm.tsx';
import { Notice } from '#web/design/notice.tsx';
import { useSay } from '#web/platform/phrase.ts';

type Props = { /** What was typed shall replace what was saved. */ onKeep: () => void; onDrop: () => void };

/** Somebody else, or the same person in another tab, saved while this was being typed: nothing of either goes unseen. */
export default function OvertakenNotice({ onKeep, onDrop }: Props) {
  const say = useSay();
  const drop = async () => {
    if (await confirmDiscard()) onDrop();
  };
  return (
    <Notice tone="warn" icon={IconUsers} title="shell.overtaken">
      <p>{say('shell.overtakenText')}</p>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onKeep}>
          {say('template.keepMine')}
        </Button>
        <Button variant="default" onClick={() => void drop()}>
          {say('template.takeTheirs')}
        </Button>
      </Group>
    </Notice>
  );
}
