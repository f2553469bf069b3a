import { Button } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { exportRetirementsAsAdmin, exportRetirementsAsUser, type Retirement } from '#contract/holding/retirement.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { HoldingFilters } from '#web/holding/holding-filters.tsx';
import { RegistryBadge } from '#web/holding/claim-facts.tsx';
import { ProductLines } from '#web/holding/product-line.tsx';
import { retirementsQuery, totalsQuery } from '#web/holding/holding-query.ts';
import type { retirementSearch } from '#web/holding/holding-search.ts';
import { yearsOf } from '#web/holding/sum-totals.ts';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf, type Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

/** The page with the retirements of the user's companies, or of all companies for administrators. */
export function RetirementsPage({ role }: { role: Role }) {
  const say = useSay();
  const { account, country, fuelType, vintageYear, ...asked }: ReturnType<typeof retirementSearch> = useSearch({
    strict: false,
  });
  const page = pageQueryOf(asked);
  const goods = { account, country, fuelType, vintageYear };
  const query = { ...page, ...goods };
  const result = useQuery(retirementsQuery(role, query));
  const { data: totals = [] } = useQuery(totalsQuery(role, { show: 'all' }));
  const isFiltered = page.search !== '' || Object.values(goods).some((filter) => filter !== undefined);
  return (
    <>
      <PageTitle
        title="retirement.title"
        note={say(`retirement.${role}Note`)}
        actions={
          role === 'user' && (
            <>
              <Button variant="default" component={Link} to={paths.claimsReport('user')}>
                {say('claim.reportName')}
              </Button>
              <Button variant="default" component={Link} to={paths.retireList}>
                {say('retireList.title')}
              </Button>
              <Button variant="default" component={Link} to={paths.registryTasks}>
                {say('claim.tasksTitle')}
              </Button>
              <Button variant="default" component={Link} to={paths.beneficiaries}>
                {say('beneficiary.listTitle')}
              </Button>
            </>
          )
        }
      />
      <PagedList
        title="retirement.title"
        search={role === 'admin' ? 'retirement.searchAll' : 'retirement.search'}
        columns={COLUMNS}
        result={result}
        query={page}
        isFiltered={isFiltered}
        none={{ title: 'retirement.none', hint: `retirement.${role}NoneHint`, icon: IconLeaf }}
        load={(format) =>
          apiFile(role === 'admin' ? exportRetirementsAsAdmin : exportRetirementsAsUser, {
            query: { ...query, format },
          })
        }
      >
        <HoldingFilters years={yearsOf(totals)} />
      </PagedList>
    </>
  );
}

type RowProps = { row: Retirement };

/** Shows the number as a link to the retirement. “Back” on the retirement's page restores the list as it is now. */
function Number({ row }: RowProps) {
  const role = roleOf(useProfile());
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.retirement(role, row.id)} state={{ list }} className={css.number}>
      {row.number}
    </Link>
  );
}

const At = ({ row }: RowProps) => <Moment at={row.retiredAt} />;
const Quantity = ({ row }: RowProps) => <strong>{formatQuantity(row.quantity)}</strong>;
const ProductsCell = ({ row }: RowProps) => <ProductLines lines={row.lines} />;
const State = ({ row }: RowProps) => <RegistryBadge state={row.state} />;
const Holder = ({ row }: RowProps) => <span className={css.strong}>{row.companyName}</span>;

function For({ row: { beneficiary } }: RowProps) {
  const say = useSay();
  return (
    <>
      <span className={css.strong}>{beneficiary.name}</span>
      <span className={css.under}>{say(`beneficiary.${beneficiary.accountType}`)}</span>
    </>
  );
}

const COLUMNS: readonly Column<Retirement>[] = [
  { id: 'number', title: 'retirement.number', width: '210px', Cell: Number },
  { id: 'at', title: 'retirement.retiredAt', width: '200px', Cell: At },
  { id: 'quantity', title: 'retirement.quantity', align: 'end', width: '130px', Cell: Quantity },
  { id: 'goods', title: 'holding.goods', Cell: ProductsCell },
  { id: 'for', title: 'beneficiary.title', Cell: For },
  { id: 'holder', title: 'holding.holder', Cell: Holder },
  { id: 'state', title: 'claim.state', Cell: State },
];
