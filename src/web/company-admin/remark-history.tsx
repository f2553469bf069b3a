import { useQuery } from '@tanstack/react-query';
import { RemarkTimeline } from '#web/company/remark-timeline.tsx';
import { remarksQuery } from '#web/company-admin/registration-query.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';

/** Every step of a registration: who took it, when, and what they remarked. */
export function RemarkHistory({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(remarksQuery(id));
  return (
    <Card title="registration.history">
      {data ? (
        <RemarkTimeline steps={data.map(({ username, ...step }) => ({ ...step, who: username }))} />
      ) : (
        error && <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
