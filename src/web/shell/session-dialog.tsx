import { Button, Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import type { SessionNotice } from '#web/platform/session/session.ts';

/** Tells the person that the session has ended. Only the dialog's button closes it. */
export default function SessionDialog({ notice, onLeave }: { notice: SessionNotice; onLeave: () => void }) {
  const say = useSay();
  const textOf = useErrorText();
  const isBlocked = notice.kind === 'blocked';
  return (
    <Dialog
      title={say(isBlocked ? 'shell.unauthorizedAccess' : 'shell.signedOutElsewhere')}
      isOpen
      isClosable={false}
      onClose={onLeave}
      size="sm"
    >
      <Text mb="lg">{notice.message || textOf(notice as Wrong)}</Text>
      <Button fullWidth onClick={onLeave} data-autofocus>
        {say(isBlocked ? 'action.signOut' : 'action.ok')}
      </Button>
    </Dialog>
  );
}
