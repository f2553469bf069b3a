import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CdpReportRow, ClaimsReportLine } from '#contract/claim/claims-report.ts';
import { CLAIM_CHECKS, type CheckResult } from '#domain/claim/claim-checks.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { formatDecimal } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf } from '#web/platform/session/session.ts';
import css from './claim.module.css';

const BADGES = {
  yes: { tone: 'good', icon: IconCheck },
  no: { tone: 'bad', icon: IconX },
  unknown: { tone: 'quiet', icon: IconQuestionMark },
} as const;

/** Shows the result of a check. Unknown is neither good nor bad, and stays visible. */
function CheckBadge({ result }: { result: CheckResult }) {
  return <StatusBadge {...BADGES[result]} label={`claim.check.${result}`} />;
}

type LineProps = { row: ClaimsReportLine };

function Statement({ row }: LineProps) {
  const role = roleOf(useProfile());
  return (
    <Link to={paths.retirement(role, row.retirementId)} className={css.number}>
      {row.number}
    </Link>
  );
}

function For({ row: { beneficiary } }: LineProps) {
  const say = useSay();
  const language = useLanguage();
  const { nameOnCertificates, country, location } = beneficiary;
  const place = [location, country && countryName(country, language)].filter(Boolean).join(', ');
  return (
    <>
      <strong>{nameOnCertificates}</strong>
      <span className={css.under}>{place || say('claim.unknown')}</span>
    </>
  );
}

function Certificates({ row: { product, lot, device, age } }: LineProps) {
  const say = useSay();
  const words = useItemWords();
  const { country: recCountry, fuelType: recFuelType, vintage: recVintage } = product;
  return (
    <>
      {words({ recCountry, recFuelType, recVintage })}
      <span className={css.under}>
        {lot ? `${lot.first} – ${lot.last}` : say('claim.unknown')}
        {device && ` · ${device.name}`}
      </span>
      <span className={css.under}>
        {age === null ? say('claim.ageUnknown') : say('claim.ageYears', { years: age })}
      </span>
    </>
  );
}

function Period({ row: { claim, vintageDistance: distance } }: LineProps) {
  const say = useSay();
  if (claim.periodFrom === null || distance === null) return say('claim.unknown');
  const near =
    distance === 0
      ? say('claim.within')
      : distance > 0
        ? say('claim.monthsBefore', { months: distance })
        : say('claim.monthsAfter', { months: -distance });
  return (
    <>
      {`${claim.periodFrom} – ${claim.periodTo ?? ''}`}
      <span className={css.under}>
        {say('claim.vintageShort')}: {near}
      </span>
    </>
  );
}

function Registry({ row: { registry } }: LineProps) {
  const say = useSay();
  if (!registry) return say('claim.states.platform');
  return (
    <>
      {registry.registry}
      <span className={css.under}>{registry.reference}</span>
    </>
  );
}

/** Shows all checks of a line, each with its name, so that phones need no wide table. */
function Checks({ row: { checks } }: LineProps) {
  const say = useSay();
  return (
    <dl className={css.checks}>
      {CLAIM_CHECKS.map((check) => (
        <div key={check}>
          <dt>{say(`claim.checks.${check}`)}</dt>
          <dd>
            <CheckBadge result={checks[check]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Trade({ row: { trade } }: LineProps) {
  const say = useSay();
  return (
    <>
      {trade.title}
      <span className={css.under}>{trade.seller}</span>
      <span className={css.under}>
        {say('claim.deliveredShort', { date: trade.deliveredOn ?? say('claim.unknown') })}
      </span>
      <span className={css.under}>
        {say('claim.invoicesShort', { numbers: trade.invoices || say('claim.unknown') })}
      </span>
    </>
  );
}

const Amount = ({ row }: LineProps) => formatDecimal(row.megawattHours);

const LINE_COLUMNS: readonly Column<ClaimsReportLine>[] = [
  { id: 'number', title: 'retirement.number', width: '200px', Cell: Statement },
  { id: 'for', title: 'beneficiary.title', Cell: For },
  { id: 'amount', title: 'document.megawattHours', align: 'end', width: '120px', Cell: Amount },
  { id: 'period', title: 'claim.period', width: '150px', Cell: Period },
  { id: 'certificates', title: 'retiredRange.title', Cell: Certificates },
  { id: 'trade', title: 'claim.trade', Cell: Trade },
  { id: 'registry', title: 'claim.registry', Cell: Registry },
  { id: 'checks', title: 'claim.checksTitle', width: '250px', Cell: Checks },
];

/** The lines of a claims report with their checks. */
export function ChecksTable({ lines }: { lines: readonly ClaimsReportLine[] }) {
  return (
    <DataTable
      caption="claim.lines"
      columns={LINE_COLUMNS}
      rows={lines}
      rowKey={({ retirementId, holdingId, lot }) => `${retirementId} ${holdingId} ${lot?.first ?? ''}`}
      empty={null}
    />
  );
}

type RowProps = { row: CdpReportRow };

const Unbundled = () => useSay()('cdp.unbundled');
const Electricity = () => useSay()('cdp.electricity');
const Technology = ({ row }: RowProps) => useSay()(`cdp.technologies.${row.technology}`);
const Consumed = ({ row }: RowProps) => formatDecimal(row.megawattHours);
const CanReport = ({ row }: RowProps) => useSay()(`claim.check.${row.commissioningYear === null ? 'no' : 'yes'}`);

function Country({ row }: RowProps) {
  const say = useSay();
  const language = useLanguage();
  return row.country === '' ? say('claim.unknown') : countryName(row.country, language);
}

const Origin = ({ row }: RowProps) => countryName(row.origin, useLanguage());

function Instrument({ row }: RowProps) {
  const say = useSay();
  return row.instrument || say('claim.unknown');
}

function Year({ row }: RowProps) {
  const say = useSay();
  return row.commissioningYear ?? say('claim.unknown');
}

function Comment({ row }: RowProps) {
  const say = useSay();
  return (
    <>
      {say('cdp.atRegistry', { atRegistry: formatDecimal(row.megawattHoursAtRegistry) })}
      {row.numbers.map((number) => (
        <Link key={number} to={paths.confirmStatement(number)} className={`${css.number} ${css.under}`}>
          {number}
        </Link>
      ))}
    </>
  );
}

const CDP_COLUMNS: readonly Column<CdpReportRow>[] = [
  { id: 'country', title: 'cdp.country', Cell: Country },
  { id: 'method', title: 'cdp.method', Cell: Unbundled },
  { id: 'carrier', title: 'cdp.carrier', Cell: Electricity },
  { id: 'technology', title: 'cdp.technology', Cell: Technology },
  { id: 'amount', title: 'cdp.megawattHours', align: 'end', Cell: Consumed },
  { id: 'instrument', title: 'cdp.instrument', Cell: Instrument },
  { id: 'origin', title: 'cdp.origin', Cell: Origin },
  { id: 'canReport', title: 'cdp.canReport', Cell: CanReport },
  { id: 'year', title: 'cdp.commissioningYear', Cell: Year },
  { id: 'comment', title: 'cdp.comment', Cell: Comment },
];

/** Table 7.30.14 of the CDP questionnaire, in the order of its columns. */
export function CdpTable({ rows }: { rows: readonly CdpReportRow[] }) {
  return (
    <DataTable
      caption="cdp.title"
      columns={CDP_COLUMNS}
      rows={rows}
      rowKey={({ country, technology, instrument, origin, commissioningYear }) =>
        [country, technology, instrument, origin, commissioningYear].join(' ')
      }
      empty={null}
    />
  );
}
