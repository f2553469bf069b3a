import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { issueFeeInvoice, issueSaleInvoice, type InvoiceView } from '#contract/invoice/invoice.ts';
import { mayInvoice } from '#domain/invoice/invoice.ts';
import type { PaymentState, WholeState } from '#domain/settlement/tracks.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { SETTLEMENT_INVOICE_COLUMNS } from '#web/invoice/invoice-columns.tsx';
import { settlementInvoicesQuery, useInvoicesChanged } from '#web/invoice/invoice-query.ts';
import { creditStateOf, hasEffect } from '#web/invoice/invoice-state.ts';
import { paths } from '#web/paths.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './invoice.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The facts of a settlement that decide which invoices can be issued. */
type Invoiced = {
  readonly id: string;
  readonly buyer: { readonly accountId: string };
  readonly seller: { readonly accountId: string };
  readonly payment: PaymentState;
  readonly whole: WholeState;
};

type Props = { role: Role; settlement: Invoiced };

/** The invoices and credit notes of a settlement, and buttons to issue those that are missing. */
export function SettlementInvoices({ role, settlement }: Props) {
  const say = useSay();
  const { data, error, refetch } = useQuery(settlementInvoicesQuery(role, settlement.id));
  return (
    <Card title="invoice.title">
      <DataTable
        caption="invoice.title"
        columns={SETTLEMENT_INVOICE_COLUMNS}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error ? asApiError(error) : null}
        onRetry={() => void refetch()}
        empty={<p className={css.under}>{say('invoice.noneHere')}</p>}
      />
      {data && <IssueButtons role={role} settlement={settlement} invoices={data.items} />}
    </Card>
  );
}

const SIDES = ['sale', 'buyer', 'seller'] as const;
type Wanted = (typeof SIDES)[number];

/** Buttons for the invoices that the user may issue and that do not exist yet. */
function IssueButtons({ role, settlement, invoices }: Props & { invoices: readonly InvoiceView[] }) {
  const say = useSay();
  const { accounts } = useProfile();
  const changed = useInvoicesChanged();
  const { id, buyer, seller } = settlement;
  const { run, isPending, error, reset } = useChange({
    send: (wanted: Wanted) =>
      wanted === 'sale'
        ? api(issueSaleInvoice, { params: { id } })
        : api(issueFeeInvoice, { params: { id }, body: { to: wanted } }),
    onDone: async ({ number }) => {
      await changed();
      toast('good', say('invoice.issued', { number }));
    },
    onRefused: () => void changed(),
  });
  const issue = async (wanted: Wanted) => {
    reset();
    if (await confirm({ title: 'invoice.issueTitle', text: 'invoice.issueText', yes: `invoice.issue.${wanted}` }))
      run(wanted);
  };
  const isSeller = accounts.some(
    ({ id: own, role: membership }) => own === seller.accountId && membership !== 'viewer',
  );
  const isThere = (kind: InvoiceView['kind'], receiverId: string) =>
    invoices.some(
      (one) =>
        one.type === 'invoice' &&
        one.kind === kind &&
        one.receiver.accountId === receiverId &&
        hasEffect(one) &&
        creditStateOf(one) !== 'credited',
    );
  const possible: Record<Wanted, boolean> = {
    sale: role === 'user' && isSeller && mayInvoice(settlement) && !isThere('sale', buyer.accountId),
    buyer: role === 'admin' && !isThere('fee', buyer.accountId),
    seller: role === 'admin' && !isThere('fee', seller.accountId),
  };
  return (
    <>
      <div className={css.issue}>
        {SIDES.filter((wanted) => possible[wanted]).map((wanted) => (
          <ReasonButton key={wanted} variant="default" loading={isPending} onClick={() => void issue(wanted)}>
            {say(`invoice.issue.${wanted}`)}
          </ReasonButton>
        ))}
      </div>
      {error && <IssueError role={role} error={error} />}
    </>
  );
}

/** Why an invoice was not issued. If billing details are missing, a link leads to them, or the user learns who adds them. */
function IssueError({ role, error }: { role: Role; error: ApiError }) {
  const say = useSay();
  const textOf = useErrorText();
  const { accounts } = useProfile();
  const isIncomplete = error.code === 'billing_incomplete';
  const accountId = error.params?.['accountId'];
  const isOwn = role === 'admin' ? accountId === '' : accounts.some(({ id }) => id === accountId);
  return (
    <Alert
      mt="md"
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={isIncomplete ? say('invoice.incomplete') : undefined}
    >
      <p>{textOf(error)}</p>
      {isIncomplete && isOwn && (
        <Link to={paths.billing(role)} search={role === 'user' ? { account: String(accountId) } : {}}>
          {say('invoice.completeBilling')}
        </Link>
      )}
      {isIncomplete && !isOwn && <p>{say('invoice.theyComplete')}</p>}
    </Alert>
  );
}
