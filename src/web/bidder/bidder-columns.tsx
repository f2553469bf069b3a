import { IconPencil, IconUserMinus } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { Bidder } from '#contract/bidder/bidder.ts';
import type { BidderRules } from '#web/bidder/bidder-rules.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatDate, formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './bidder-columns.module.css';

type Props = { row: Bidder };

/** Columns are constants, so what their buttons do comes to them by context. */
export type BidderActions = {
  rules: BidderRules;
  onEdit: (bidder: Bidder) => void;
  onRemove: (bidder: Bidder) => void;
};
export const BidderActionsContext = createContext<BidderActions>({ rules: {}, onEdit: () => {}, onRemove: () => {} });

function Name({ row }: Props) {
  return (
    <>
      <div className={css.name}>{row.username}</div>
      <div className={css.company}>{row.businessAccount}</div>
    </>
  );
}

const Alias = ({ row }: Props) => useAliasText()(row.alias);
const Bids = ({ row }: Props) => <span className="figure">{formatQuantity(row.bidCount)}</span>;
const Effective = ({ row }: Props) => <span className="figure">{formatQuantity(row.effectiveMaxQuantity)}</span>;

function Own({ row }: Props) {
  const say = useSay();
  if (row.maxQuantity === null) return <span className={css.quiet}>{say('bidder.notSet')}</span>;
  return <span className="figure">{formatQuantity(row.maxQuantity)}</span>;
}

function Terms({ row }: Props) {
  const language = useLanguage();
  if (row.termsAcceptedAt === null) return <span className={css.quiet}>—</span>;
  return (
    <time dateTime={row.termsAcceptedAt} title={formatDateTime(row.termsAcceptedAt, language)}>
      {formatDate(row.termsAcceptedAt, language)}
      <span className={css.quiet}> · {row.termsVersion}</span>
    </time>
  );
}

function Buttons({ row }: Props) {
  const say = useSay();
  const { rules, onEdit, onRemove } = use(BidderActionsContext);
  const looks = { size: 'xs', variant: 'subtle' } as const;
  const nameOf = (action: string) => say('bidder.actionFor', { action, name: row.username });
  return (
    <div className={css.actions}>
      <ReasonButton
        {...looks}
        reason={rules.edit}
        name={nameOf(say('action.edit'))}
        onClick={() => onEdit(row)}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        reason={rules.remove}
        name={nameOf(say('action.remove'))}
        isDangerous
        onClick={() => onRemove(row)}
        leftSection={<IconUserMinus size={15} aria-hidden />}
      >
        {say('action.remove')}
      </ReasonButton>
    </div>
  );
}

export const BIDDER_COLUMNS: readonly Column<Bidder>[] = [
  { id: 'name', title: 'bidder.username', Cell: Name },
  { id: 'alias', title: 'bidder.alias', Cell: Alias },
  { id: 'own', title: 'bidder.maxQuantity', align: 'end', Cell: Own },
  { id: 'effective', title: 'bidder.effectiveMax', align: 'end', Cell: Effective },
  { id: 'bids', title: 'bidder.bids', align: 'end', Cell: Bids },
  { id: 'terms', title: 'bidder.terms', Cell: Terms },
  { id: 'actions', title: 'auction.actions', width: '210px', Cell: Buttons },
];
