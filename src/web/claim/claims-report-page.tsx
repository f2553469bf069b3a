import { NativeSelect, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconLeaf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type ClaimsReport,
  exportClaimsReportAsAdmin,
  exportClaimsReportAsUser,
  getClaimsReportAsAdmin,
  getClaimsReportAsUser,
} from '#contract/claim/claims-report.ts';
import { CdpTable, ChecksTable } from '#web/claim/claims-tables.tsx';
import type { YearSearch } from '#web/claim/year-search.ts';
import { AccountChoice, useChosenAccount } from '#web/company/account-choice.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { paths } from '#web/paths.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatDecimal } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './claim.module.css';

/** The claims report of the user's own company. */
export function ClaimsReportPage() {
  const account = useChosenAccount();
  return account ? <ClaimsReportOf key={account.id} role="user" accountId={account.id} /> : null;
}

type Props = { role: Role; accountId: string };

const presentYear = (): number => new Date(nowMs()).getFullYear();

/** The claims report of a company for one year: its sums, its lines with all checks, and the table for CDP. */
export function ClaimsReportOf({ role, accountId }: Props) {
  const { year: asked }: YearSearch = useSearch({ strict: false });
  const year = asked ?? presentYear() - 1;
  const result = useQuery(
    readPageQuery(
      ['claims-report', role, accountId, year],
      role === 'admin' ? getClaimsReportAsAdmin : getClaimsReportAsUser,
      { params: { id: accountId }, query: { year } },
    ),
  );
  return (
    <Loaded query={result} skeleton={<Skeleton height={520} radius="md" />}>
      {(report) => <Report role={role} report={report} />}
    </Loaded>
  );
}

function Report({ role, report }: { role: Role; report: ClaimsReport }) {
  const say = useSay();
  const account = useChosenAccount();
  const { year, lines } = report;
  return (
    <>
      <PageTitle
        title={{ text: say('claim.reportTitle', { year: String(year) }) }}
        note={role === 'user' && account ? <AccountChoice account={account} /> : report.companyName}
        back={{ to: paths.retirements(role), label: 'retirement.title' }}
        actions={lines.length > 0 && <Downloads role={role} report={report} />}
      />
      <div className={css.page}>
        <Card title="claim.reportName" action={<YearChoice report={report} />}>
          <Facts>
            <Fact label="claim.entity">{report.companyName}</Fact>
            <Fact label="claim.retiredSum">{formatDecimal(report.megawattHours)}</Fact>
            <Fact label="claim.registrySum">{formatDecimal(report.megawattHoursAtRegistry)}</Fact>
          </Facts>
          <p className={css.note}>{say('claim.reportMeaning')}</p>
        </Card>
        {lines.length === 0 ? (
          <EmptyState title="claim.none" hint="claim.noneHint" icon={IconLeaf} />
        ) : (
          <>
            <Card title="claim.checksTitle">
              <ChecksTable lines={lines} />
            </Card>
            <Card title="cdp.title">
              <CdpTable rows={report.cdp} />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** Chooses the year: the years that have claims, and the last five. */
function YearChoice({ report }: { report: ClaimsReport }) {
  const say = useSay();
  const navigate = useNavigate();
  const latest = presentYear();
  const recent = Array.from({ length: 5 }, (_, before) => latest - before);
  const years = [...new Set([...report.years, ...recent, report.year])].toSorted((one, other) => other - one);
  return (
    <NativeSelect
      aria-label={say('claim.year')}
      value={String(report.year)}
      data={years.map(String)}
      onChange={({ currentTarget }) => {
        const year = Number(currentTarget.value);
        void navigate({ to: '.', search: (before) => ({ ...before, year }), replace: true });
      }}
    />
  );
}

const FILES = [
  { table: 'claims', format: 'csv' },
  { table: 'claims', format: 'xlsx' },
  { table: 'cdp', format: 'csv' },
  { table: 'cdp', format: 'xlsx' },
] as const;

function Downloads({ role, report: { accountId, year } }: { role: Role; report: ClaimsReport }) {
  const say = useSay();
  const route = role === 'admin' ? exportClaimsReportAsAdmin : exportClaimsReportAsUser;
  const load = (query: { table: 'claims' | 'cdp'; format: 'csv' | 'xlsx' | 'pdf' }) =>
    apiFile(route, { params: { id: accountId }, query: { year, ...query } });
  return (
    <>
      <DownloadButton
        label={say('claim.download')}
        name={`claims-${year}.pdf`}
        load={() => load({ table: 'claims', format: 'pdf' })}
      />
      {FILES.map(({ table, format }) => (
        <DownloadButton
          key={`${table} ${format}`}
          label={say(`claim.${table}File`, { format: format.toUpperCase() })}
          name={`${table}-${year}.${format}`}
          load={() => load({ table, format })}
        />
      ))}
    </>
  );
}
