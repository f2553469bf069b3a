import { IconSolarPanel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { listDevicesAsAdmin, listDevicesAsUser, type Device } from '#contract/certificate/device.ts';
import { deviceFactsOf } from '#web/certificate/certificate-words.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { CheckBadge } from '#web/certificate/check-badge.tsx';
import { StatusFilter } from '#web/certificate/status-filter.tsx';
import { EvidenceLinks } from '#web/certificate/evidence-field.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './certificates.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The buttons of a device's row. Columns are constant, so the cells get them from a context. */
export type DeviceActions = (device: Device) => ReactNode;
const Actions = createContext<DeviceActions>(() => null);

/** The devices of the user's companies. For administrators, those of all companies. */
export function DeviceList({ role, actions }: { role: Role; actions: DeviceActions }) {
  const asked: CertificateSearch = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), status: asked.status };
  const route = role === 'admin' ? listDevicesAsAdmin : listDevicesAsUser;
  const result = useQuery(readPageQuery(['devices', role, query], route, { query }));
  return (
    <Actions value={actions}>
      <PagedList
        title="certificate.devices"
        search="certificate.searchDevices"
        columns={role === 'admin' ? [NAME, OWNER, FACTS, STATUS, BUTTONS] : [NAME, FACTS, STATUS, BUTTONS]}
        result={result}
        query={query}
        isFiltered={query.search !== '' || query.status !== undefined}
        none={{ title: 'certificate.noDevices', hint: 'certificate.noDevicesHint', icon: IconSolarPanel }}
      >
        <StatusFilter />
      </PagedList>
    </Actions>
  );
}

type Props = { row: Device };

function Name({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.name}>
      <strong>{row.name}</strong>
      <span className={css.under}>
        {say(`certificate.registry.${row.registry}`)} {row.registryId}
      </span>
      <EvidenceLinks evidence={row.evidence} />
    </span>
  );
}

const Owner = ({ row }: Props) => <span className={css.name}>{row.account.companyName}</span>;
const Facts = ({ row }: Props) => <span className={css.name}>{deviceFactsOf(useSay(), row).join(' · ')}</span>;

function Status({ row }: Props) {
  return (
    <>
      <CheckBadge status={row.status} />
      {row.remark && <span className={css.under}>{row.remark}</span>}
    </>
  );
}

const Buttons = ({ row }: Props) => use(Actions)(row);

const NAME: Column<Device> = { id: 'name', title: 'certificate.deviceName', Cell: Name };
const OWNER: Column<Device> = { id: 'owner', title: 'certificate.owner', Cell: Owner };
const FACTS: Column<Device> = { id: 'facts', title: 'certificate.facts', Cell: Facts };
const STATUS: Column<Device> = { id: 'status', title: 'certificate.state', width: '170px', Cell: Status };
const BUTTONS: Column<Device> = { id: 'actions', title: 'auction.actions', width: '230px', Cell: Buttons };

/** A small button in a row. */
export const RowButton = ({ label, onClick }: { label: ReactNode; onClick: () => void }) => (
  <ReasonButton size="xs" variant="subtle" onClick={onClick}>
    {label}
  </ReasonButton>
);
