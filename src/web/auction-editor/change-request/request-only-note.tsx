import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconLock } from '@tabler/icons-react';
import { LAST_CHANGE_MINUTES } from '#domain/bidding/cancellation.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Tells the owner why it can only ask for changes. */
export function RequestOnlyNote() {
  const say = useSay();
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={18} />} mb="md">
      {say('changeRequest.onlyRequests', { minutes: LAST_CHANGE_MINUTES })}
    </Alert>
  );
}
