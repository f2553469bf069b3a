import { IconAlertTriangle } from '@tabler/icons-react';
import type { RetireProposal } from '#contract/claim/retire-list.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { countryName } from '#web/platform/format/country-name.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './claim.module.css';

/** Shows what a list would retire: RECs for each site and month, and what no holding covers. */
export function Proposal({ proposal }: { proposal: RetireProposal }) {
  const say = useSay();
  const { needed, covered } = proposal;
  return (
    <>
      <Card title="retireList.proposal">
        <Facts>
          <Fact label="retireList.needed">{formatQuantity(needed)}</Fact>
          <Fact label="retireList.covered">{formatQuantity(covered)}</Fact>
          <Fact label="retireList.missing">{formatQuantity(needed - covered)}</Fact>
        </Facts>
      </Card>
      {needed > covered && (
        <Notice tone="warn" icon={IconAlertTriangle} title="retireList.missing">
          <div>{say('retireList.missingHint', { quantity: needed - covered })}</div>
        </Notice>
      )}
      <DataTable
        caption="retireList.proposal"
        columns={COLUMNS}
        rows={rowsOf(proposal)}
        rowKey={({ key }) => key}
        empty={null}
      />
    </>
  );
}

type ProposalRow = Pick<RetireProposal['retirements'][number], 'site' | 'country' | 'location'> & {
  readonly key: string;
  readonly month: string;
  readonly quantity: number;
  /** Undefined if no holding covers these RECs. */
  readonly taken: { readonly distance: number; readonly holding: RetireProposal['holdings'][number] } | undefined;
};

/** Returns one row for each match, and one for each month that stays without RECs. */
function rowsOf({ retirements, holdings }: RetireProposal): ProposalRow[] {
  const byId = new Map(holdings.map((holding) => [holding.id, holding]));
  return retirements.flatMap(({ site, country, location, matches, uncovered }) => {
    const place = { site, country, location };
    const rows = matches.map(({ month, holdingId, quantity, distance }) => {
      const holding = byId.get(holdingId);
      const key = `${site} ${country} ${location} ${month} ${holdingId}`;
      return { ...place, key, month, quantity, taken: holding && { distance, holding } };
    });
    const missing = uncovered.map(({ month, quantity }) => {
      return { ...place, key: `${site} ${country} ${location} ${month}`, month, quantity, taken: undefined };
    });
    return [...rows, ...missing].toSorted((one, other) => (one.month < other.month ? -1 : 1));
  });
}

type RowProps = { row: ProposalRow };

function Site({ row: { site, country, location } }: RowProps) {
  const language = useLanguage();
  return (
    <>
      <strong>{site}</strong>
      <span className={css.under}>{`${location}, ${countryName(country, language)}`}</span>
    </>
  );
}

function Holding({ row: { taken } }: RowProps) {
  const say = useSay();
  const words = useItemWords();
  if (!taken) return <strong>{say('retireList.missing')}</strong>;
  const { distance, holding } = taken;
  const near =
    distance === 0
      ? say('claim.within')
      : distance > 0
        ? say('claim.monthsBefore', { months: distance })
        : say('claim.monthsAfter', { months: -distance });
  return (
    <>
      {words(holding)}
      <span className={css.under}>{holding.acquiredFrom}</span>
      <span className={css.under}>
        {say('retireList.commissioned', { date: holding.commissionedOn ?? say('claim.unknown') })}
      </span>
      <span className={css.under}>
        {say('claim.vintageShort')}: {near}
      </span>
    </>
  );
}

const MonthCell = ({ row }: RowProps) => row.month;
const Quantity = ({ row }: RowProps) => <strong>{formatQuantity(row.quantity)}</strong>;

const COLUMNS: readonly Column<ProposalRow>[] = [
  { id: 'site', title: 'claim.consumption', Cell: Site },
  { id: 'month', title: 'retireList.month', width: '120px', Cell: MonthCell },
  { id: 'quantity', title: 'retirement.quantity', align: 'end', width: '140px', Cell: Quantity },
  { id: 'holding', title: 'retireList.holding', Cell: Holding },
];
