import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getMessageHealth, type MessageHealth } from '#contract/message.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const LOOK_AGAIN_MS = 30_000;

/** Returns how many messages were sent and failed in the last hour. Undefined until the numbers are loaded. */
export function useMessageHealth(): MessageHealth | undefined {
  const { data } = useQuery({
    ...readQuery(['message-health'], getMessageHealth, {}),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return data;
}

/** Warns administrators that messages fail, and links to the failed ones. Renders nothing if they arrive. */
export function FailingMessages() {
  const say = useSay();
  const health = useMessageHealth();
  if (!health?.isFailing) return null;
  const { sent, failed, failedRecipients: recipients } = health;
  return (
    <Notice tone="bad" icon={IconAlertTriangle} title="message.failing">
      <p>
        {say('message.failingHint', { failed, all: sent + failed, recipients })}{' '}
        <Link to={paths.mails} search={{ state: 'failed' }}>
          {say('message.open')}
        </Link>
      </p>
    </Notice>
  );
}
