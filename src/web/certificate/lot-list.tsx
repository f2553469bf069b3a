import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { listLotsAsAdmin, listLotsAsUser, type Lot } from '#contract/certificate/lot.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { CheckBadge } from '#web/certificate/check-badge.tsx';
import { EvidenceLinks } from '#web/certificate/evidence-field.tsx';
import { StatusFilter } from '#web/certificate/status-filter.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './certificates.module.css';

/** The buttons of a lot's row. Columns are constant, so the cells get them from a context. */
export type LotActions = (lot: Lot) => ReactNode;
const Actions = createContext<LotActions>(() => null);

/** The issuances of certificates that the user's companies registered. For administrators, those of all companies. */
export function LotList({ role, actions }: { role: Role; actions: LotActions }) {
  const asked: CertificateSearch = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), status: asked.status };
  const route = role === 'admin' ? listLotsAsAdmin : listLotsAsUser;
  const result = useQuery(readPageQuery(['certificate-lots', role, query], route, { query }));
  return (
    <Actions value={actions}>
      <PagedList
        title="certificate.lots"
        search="certificate.searchLots"
        columns={role === 'admin' ? [SERIALS, OWNER, DEVICE, QUANTITY, STATUS, BUTTONS] : COLUMNS}
        result={result}
        query={query}
        isFiltered={query.search !== '' || query.status !== undefined}
        none={{ title: 'certificate.noLots', hint: 'certificate.noLotsHint', icon: IconCertificate }}
      >
        <StatusFilter />
      </PagedList>
    </Actions>
  );
}

type Props = { row: Lot };

function Serials({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.name}>
      {row.first} – {row.last}
      <span className={css.under}>
        {say('certificate.periodShort', { from: row.periodFrom, to: row.periodTo })} ·{' '}
        {say('certificate.expiresShort', { date: row.expiresOn ?? say('certificate.unknown') })}
      </span>
      <EvidenceLinks evidence={row.evidence} />
    </span>
  );
}

const Owner = ({ row }: Props) => <span className={css.name}>{row.account.companyName}</span>;
const DeviceName = ({ row }: Props) => <span className={css.name}>{row.device.name}</span>;

function Quantity({ row }: Props) {
  const say = useSay();
  return (
    <span className="figure">
      {row.quantity}
      {row.status === 'Verified' && (
        <span className={css.under}>{say('certificate.available', { quantity: row.available })}</span>
      )}
    </span>
  );
}

function Status({ row }: Props) {
  return (
    <>
      <CheckBadge status={row.status} />
      {row.remark && <span className={css.under}>{row.remark}</span>}
    </>
  );
}

const Buttons = ({ row }: Props) => use(Actions)(row);

const SERIALS: Column<Lot> = { id: 'serials', title: 'certificate.serials', Cell: Serials };
const OWNER: Column<Lot> = { id: 'owner', title: 'certificate.owner', Cell: Owner };
const DEVICE: Column<Lot> = { id: 'device', title: 'certificate.deviceName', Cell: DeviceName };
const QUANTITY: Column<Lot> = {
  id: 'quantity',
  title: 'certificate.quantity',
  align: 'end',
  width: '150px',
  Cell: Quantity,
};
const STATUS: Column<Lot> = { id: 'status', title: 'certificate.state', width: '170px', Cell: Status };
const BUTTONS: Column<Lot> = { id: 'actions', title: 'auction.actions', width: '180px', Cell: Buttons };
const COLUMNS = [SERIALS, DEVICE, QUANTITY, STATUS, BUTTONS];
