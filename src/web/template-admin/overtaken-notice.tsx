import { Button } from '@mantine/core';
import type { Template } from '#contract/template.ts';
import { Moment } from '#web/design/moment.tsx';
import Overtaken from '#web/design/overtaken-notice.tsx';
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
  const text = (
    <>
      {say('template.overtakenBy', { updater, version })} (<Moment at={updatedTime} />)
    </>
  );
  const look = (
    <Button variant="default" onClick={() => show(version)}>
      {say('template.lookAtVersion', { version })}
    </Button>
  );
  return <Overtaken onKeep={onKeep} onDrop={onDrop} text={text} look={look} />;
}
