import { useQueryClient } from '@tanstack/react-query';
import { listInvoicesAsAdmin, listInvoicesAsUser } from '#contract/invoice/invoice.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The maximum number of documents of one settlement that its page shows. */
const SHOWN_MAX = 100;

/** The query of the invoices and credit notes of a settlement. */
export const settlementInvoicesQuery = (role: Role, settlementId: string) =>
  readQuery(['invoices', role, settlementId], role === 'admin' ? listInvoicesAsAdmin : listInvoicesAsUser, {
    query: { settlementId, limit: SHOWN_MAX },
  });

/** Returns a function that reads all shown invoices again. */
export function useInvoicesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['invoices'] });
}
