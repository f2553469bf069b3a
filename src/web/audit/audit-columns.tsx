import { Link, useSearch } from '@tanstack/react-router';
import type { AuditLine } from '#contract/audit.ts';
import { actText, AuditOutcome } from '#web/audit/audit-act.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './audit-columns.module.css';

type Props = { row: AuditLine };

/** Leads to the act, which leads back to the list as it stands now. */
function Act({ row }: Props) {
  const say = useSay();
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.auditLine(row.id)} state={{ list }} className={css.act}>
      {actText(say, row)}
    </Link>
  );
}
const About = ({ row }: Props) => <span className={css.about}>{row.about || '–'}</span>;
const Who = ({ row }: Props) => row.username;
const When = ({ row }: Props) => <Moment at={row.at} />;
const Where = ({ row }: Props) => <span className="figure">{row.address || '–'}</span>;
const Outcome = ({ row }: Props) => <AuditOutcome outcome={row.outcome} />;

export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  { id: 'act', title: 'audit.what', Cell: Act },
  { id: 'about', title: 'audit.about', Cell: About },
  { id: 'who', title: 'audit.who', width: '150px', Cell: Who },
  { id: 'when', title: 'audit.at', width: '200px', Cell: When },
  { id: 'where', title: 'audit.where', width: '150px', Cell: Where },
  { id: 'outcome', title: 'audit.outcome', width: '120px', Cell: Outcome },
];
