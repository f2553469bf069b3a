import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listPublicAuctions, type PublicAuction } from '#contract/auction/public-auction.ts';
import { STATUS_BADGES } from '#web/auction/auction-phase.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

type CellProps = { row: PublicAuction };

const Title = ({ row }: CellProps) => <strong>{row.title}</strong>;
const Status = ({ row }: CellProps) => <StatusBadge {...STATUS_BADGES[row.status]} />;
const Kind = ({ row }: CellProps) => useSay()(`direction.${row.auctionType}.name`);
const Start = ({ row }: CellProps) => <Moment at={row.startTime} />;
const End = ({ row }: CellProps) => <Moment at={row.auctionEndTime} />;
const Quantity = ({ row }: CellProps) => <span className="figure">{formatQuantity(row.totalQuantity)}</span>;

function Countries({ row }: CellProps) {
  const language = useLanguage();
  return row.countries.map((country) => countryName(country, language)).join(', ');
}

function Fuels({ row }: CellProps) {
  const say = useSay();
  return row.fuelTypes.map((fuel) => say(`fuel.${fuel}`)).join(', ');
}

const COLUMNS: readonly Column<PublicAuction>[] = [
  { id: 'title', title: 'auction.title', Cell: Title },
  { id: 'status', title: 'auction.status', Cell: Status },
  { id: 'kind', title: 'publicAuctions.type', Cell: Kind },
  { id: 'start', title: 'auction.start', Cell: Start },
  { id: 'end', title: 'auction.end', Cell: End },
  { id: 'countries', title: 'publicAuctions.countries', Cell: Countries },
  { id: 'fuels', title: 'publicAuctions.fuels', Cell: Fuels },
  { id: 'quantity', title: 'auction.totalQuantity', align: 'end', Cell: Quantity },
];

/** Lists public auctions for people who are not signed in, if the deployment publishes them (decision 125). */
export function PublicAuctionsPage() {
  const say = useSay();
  const { data, ...result } = useQuery(readQuery(['public-auctions'], listPublicAuctions, {}));
  return (
    <>
      <PageTitle
        title="publicAuctions.title"
        note={say('publicAuctions.note')}
        actions={
          <Button component={Link} to={paths.login}>
            {say('identity.signIn')}
          </Button>
        }
      />
      <DataTable
        caption="publicAuctions.title"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        {...rowsOf({ ...result, data: data?.items })}
        empty={<EmptyState title="publicAuctions.none" hint="publicAuctions.noneHint" icon={IconCalendarOff} />}
      />
      {data?.isMore && <p>{say('publicAuctions.more', { count: data.items.length })}</p>}
    </>
  );
}
