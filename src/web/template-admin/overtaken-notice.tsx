import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconUsers } from '@tabler/icons-react';
import type { Template } from '#contract/template.ts';
import { confirmDiscard } from '#web/design/confirm.tsx';
import { Moment } from '#web/design/moment.tsx';
import { Notice } from '#web/design/notice.tsx';
import { useSay } from '#web/platform/phrase.ts';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';

type Props = {
  /** As it is stored now. */
  template: Template;
  /** What was typed shall follow the newer version. */
  onKeep: () => void;
  onDrop: () => void;
};

/** Somebody saved a version while another was being written: both are there, and one says which goes on. */
export function OvertakenNotice({ template: { updater, version, updatedTime }, onKeep, onDrop }: Props) {
  const say = useSay();
  const show = useShowVersions();
  const drop = async () => {
    if (await confirmDiscard()) onDrop();
  };
  return (
    <Notice tone="warn" icon={IconUsers} title="template.overtaken">
      <p>
        {say('template.overtakenBy', { updater, version })} (<Moment at={updatedTime} />)
      </p>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => show(version)}>
          {say('template.lookAtVersion', { version })}
        </Button>
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
