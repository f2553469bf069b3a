import { Link } from '@tanstack/react-router';
import type { InvoiceView } from '#contract/invoice/invoice.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { InvoiceActions } from '#web/invoice/invoice-actions.tsx';
import { AuthorityBadge, CreditBadge } from '#web/invoice/invoice-badges.tsx';
import { InvoiceFiles } from '#web/invoice/invoice-files.tsx';
import { creditStateOf } from '#web/invoice/invoice-state.ts';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatDate, formatDay, formatMoney } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf } from '#web/platform/session/session.ts';
import css from './invoice.module.css';

type Props = { row: InvoiceView };

/** The type, the purpose and the day of a document. */
function Kind({ row: { type, kind, issuedAt } }: Props) {
  const say = useSay();
  const language = useLanguage();
  return (
    <>
      <span className={css.under}>
        {say(`invoice.types.${type}`)} · {say(`invoice.kinds.${kind}`)}
      </span>
      <span className={css.under}>{say('invoice.issuedOn', { date: formatDate(issuedAt, language) })}</span>
    </>
  );
}

const Numbered = ({ row }: Props) => (
  <span className={css.name}>
    <strong>{row.number}</strong>
    <Kind row={row} />
  </span>
);

function Linked({ row }: Props) {
  const role = roleOf(useProfile());
  return (
    <span className={css.name}>
      <Link className="title-link" to={paths.settlement(role, row.settlementId)}>
        {row.number}
      </Link>
      <span className={css.under}>{row.trade}</span>
      <Kind row={row} />
    </span>
  );
}

function Parties({ row: { issuer, receiver } }: Props) {
  const say = useSay();
  return (
    <span className={css.name}>
      {issuer ? <CompanyName of={issuer} /> : say('invoice.platform')} → <CompanyName of={receiver} />
    </span>
  );
}

function Amount({ row: { currency, net, tax, payable, credited, dueOn } }: Props) {
  const say = useSay();
  const language = useLanguage();
  return (
    <>
      <span className="figure">{formatMoney(payable, currency)}</span>
      {Number(tax) > 0 && (
        <span className={css.under}>
          {say('invoice.withTax', { net: formatMoney(net, currency), tax: formatMoney(tax, currency) })}
        </span>
      )}
      {Number(credited) > 0 && (
        <span className={css.under}>{say('invoice.creditedOf', { amount: formatMoney(credited, currency) })}</span>
      )}
      {dueOn && <span className={css.under}>{say('settlement.dueOn', { date: formatDay(dueOn, language) })}</span>}
    </>
  );
}

function State({ row }: Props) {
  const say = useSay();
  const { authority } = row;
  return (
    <>
      <CreditBadge state={creditStateOf(row)} />
      {authority && (
        <>
          <span className={css.under}>{say('invoice.authority')}</span>
          <AuthorityBadge state={authority.state} />
          {authority.id && <span className={css.under}>{authority.id}</span>}
          {authority.reason && <span className={css.under}>{say(`invoice.authorityReasons.${authority.reason}`)}</span>}
          {authority.detail && <span className={css.under}>{authority.detail}</span>}
        </>
      )}
    </>
  );
}

function Actions({ row }: Props) {
  const role = roleOf(useProfile());
  return (
    <div className={css.actions}>
      <InvoiceFiles role={role} invoice={row} />
      <InvoiceActions role={role} invoice={row} />
    </div>
  );
}

const SHARED: readonly Column<InvoiceView>[] = [
  { id: 'parties', title: 'invoice.parties', Cell: Parties },
  { id: 'amount', title: 'invoice.amount', width: '190px', Cell: Amount },
  { id: 'state', title: 'invoice.state', width: '170px', Cell: State },
  { id: 'actions', title: 'invoice.actions', width: '300px', Cell: Actions },
];

/** The columns of lists of documents. Numbers link to the settlement. */
export const INVOICE_COLUMNS: readonly Column<InvoiceView>[] = [
  { id: 'number', title: 'invoice.number', Cell: Linked },
  ...SHARED,
];

/** The columns of the documents of one settlement, on its page. */
export const SETTLEMENT_INVOICE_COLUMNS: readonly Column<InvoiceView>[] = [
  { id: 'number', title: 'invoice.number', Cell: Numbered },
  ...SHARED,
];
