import {
  getBuyOrderStatementAsAdmin,
  getOwnBuyOrderStatement,
  type BuyOrderSummary,
} from '#contract/marketplace/buy-order.ts';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = { role: Role; order: Pick<BuyOrderSummary, 'id' | 'reference' | 'status'> };

/** What was bought, on paper; there is nothing to state before it is approved. */
export function StatementButton({ role, order }: Props) {
  const say = useSay();
  if (order.status !== 'Approved') return null;
  const params = { id: order.id };
  return (
    <DownloadButton
      label={say('buyOrder.statement')}
      name={`${order.reference}.pdf`}
      load={() => apiFile(role === 'admin' ? getBuyOrderStatementAsAdmin : getOwnBuyOrderStatement, { params })}
    />
  );
}
