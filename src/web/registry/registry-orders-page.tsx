import { Button } from '@mantine/core';
import { IconBuildingBank, IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import {
  exportInstructionList,
  listRegistryOrders,
  type RegistryOrderView,
} from '#contract/settlement/registry-order.ts';
import { isFinalOrder, REGISTRY_ORDER_STATES } from '#domain/delivery/registry-order.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { DecideDialog } from '#web/registry/decide-dialog.tsx';
import { OrderCertificates, OrderState } from '#web/registry/registry-order-badge.tsx';
import type { RegistryOrderSearch } from '#web/registry/registry-order-search.ts';
import { REGISTRY_ORDERS_KEY, usePrepareOrders } from '#web/registry/use-prepare-orders.ts';
import css from './registry.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The registry orders of all settlements: administrators prepare, send, import answers, and decide what is unclear. */
export function RegistryOrdersPage() {
  const say = useSay();
  const asked: RegistryOrderSearch = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), state: asked.state };
  const result = useQuery(readPageQuery([REGISTRY_ORDERS_KEY, query], listRegistryOrders, { query }));
  const [decided, decide] = useState<RegistryOrderView>();
  return (
    <>
      <PageTitle title="registryOrder.title" note={say('registryOrder.note')} actions={<Actions />} />
      <Deciding value={decide}>
        <PagedList
          title="registryOrder.title"
          list="registry-orders"
          search="registryOrder.search"
          columns={COLUMNS}
          result={result}
          query={query}
          isFiltered={query.search !== '' || query.state !== undefined}
          none={{ title: 'registryOrder.none', hint: 'registryOrder.noneHint', icon: IconBuildingBank }}
        >
          <FilterSelect
            name="state"
            label="registryOrder.state"
            all="registryOrder.all"
            choices={REGISTRY_ORDER_STATES.map((value) => ({ value, label: say(`registryOrder.states.${value}`) }))}
          />
        </PagedList>
      </Deciding>
      {decided && <DecideDialog order={decided} onClose={() => decide(undefined)} />}
    </>
  );
}

function Actions() {
  const say = useSay();
  const { run, isPending } = usePrepareOrders();
  return (
    <>
      <ReasonButton loading={isPending} onClick={() => run()}>
        {say('registryOrder.prepare')}
      </ReasonButton>
      <DownloadButton
        label={say('registryOrder.instructionList')}
        name={`${say('registryOrder.instructionList')}.csv`}
        load={() => apiFile(exportInstructionList, { query: { format: 'csv' } })}
      />
      <Button
        variant="default"
        component={Link}
        to={paths.importConfirmation}
        leftSection={<IconFileImport size={16} aria-hidden />}
      >
        {say('registryOrder.import')}
      </Button>
    </>
  );
}

/** Opens the dialog for a row. Columns are constant, so the cells get this function from a context. */
const Deciding = createContext<(order: RegistryOrderView) => void>(() => undefined);

type Props = { row: RegistryOrderView };

const Certificates = ({ row }: Props) => <OrderCertificates order={row} />;
const State = ({ row }: Props) => <OrderState order={row} />;

function Order({ row }: Props) {
  const say = useSay();
  const { id, settlementId, retirementId, sender, receiver, createdAt } = row;
  const nameOf = (account: string): string => account || say('registryOrder.unknownAccount');
  return (
    <>
      <span className={css.name}>{id}</span>
      <span className={css.under}>
        {say('registryOrder.accounts', { sender: nameOf(sender), receiver: nameOf(receiver) })}
      </span>
      <span className={css.under}>
        <Moment at={createdAt} /> ·{' '}
        {settlementId !== null && (
          <Link to={paths.settlement('admin', settlementId)}>{say('registryOrder.showSettlement')}</Link>
        )}
        {retirementId !== null && (
          <Link to={paths.retirement('admin', retirementId)}>{say('registryOrder.showRetirement')}</Link>
        )}
      </span>
    </>
  );
}

const TransferId = ({ row }: Props) => <span className={css.name}>{row.transferId || '–'}</span>;

function Decide({ row }: Props) {
  const say = useSay();
  const decide = use(Deciding);
  if (isFinalOrder(row.state)) return null;
  return (
    <ReasonButton
      size="xs"
      variant={row.state === 'unclear' ? 'filled' : 'default'}
      name={`${say('registryOrder.decide')}: ${row.id}`}
      onClick={() => decide(row)}
    >
      {say('registryOrder.decide')}
    </ReasonButton>
  );
}

const COLUMNS: readonly Column<RegistryOrderView>[] = [
  { id: 'order', title: 'registryOrder.correlationId', Cell: Order },
  { id: 'certificates', title: 'registryOrder.certificates', Cell: Certificates },
  { id: 'state', title: 'registryOrder.state', width: '220px', Cell: State },
  { id: 'transfer', title: 'registryOrder.transferId', width: '170px', Cell: TransferId },
  { id: 'decide', title: 'registryOrder.decide', width: '110px', Cell: Decide },
];
