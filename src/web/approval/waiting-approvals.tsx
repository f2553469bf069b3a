import { IconHourglassHigh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listApprovals } from '#contract/approval.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

const READ_EVERY_MS = 15_000;

/**
 * Shows administrators the acts on this auction, settlement or company that wait for the approval of another
 * administrator. Renders nothing if there are none.
 */
export function WaitingApprovals({ pageId }: { pageId: string }) {
  const say = useSay();
  const language = useLanguage();
  const { data } = useQuery({
    ...readQuery(['approvals', 'of', pageId], listApprovals, { query: { pageId } }),
    refetchInterval: READ_EVERY_MS,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconHourglassHigh} title="approval.waitsTitle">
      {data.items.map(({ id, act, requestedBy: person, requestedAt }) => (
        <p key={id}>
          {say('approval.waits', {
            act: say(`approval.act.${act}`),
            person,
            time: formatDateTime(requestedAt, language),
          })}
        </p>
      ))}
      <Link to={paths.approvals}>{say('approval.open')}</Link>
    </Notice>
  );
}

export default WaitingApprovals;
