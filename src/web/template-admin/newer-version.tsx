import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Template } from '#contract/template.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';

/**
 * Says who saved a version while another was being written, with a button that shows it.
 *
 * @param template as it is stored now; absent while it is being created
 */
export function useNewerVersion(template: Template | undefined): { text?: ReactNode; look?: ReactNode } {
  const say = useSay();
  const show = useShowVersions();
  if (!template) return {};
  const { updater, version, updatedTime } = template;
  return {
    text: (
      <>
        {say('template.overtakenBy', { updater, version })} (<Moment at={updatedTime} />)
      </>
    ),
    look: (
      <Button variant="default" onClick={() => show(version)}>
        {say('template.lookAtVersion', { version })}
      </Button>
    ),
  };
}
