import { Link, useSearch } from '@tanstack/react-router';
import type { TemplateSummary } from '#contract/template.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { ForceBadge, Languages } from '#web/template-admin/template-looks.tsx';
import css from './template-columns.module.css';

type Props = { row: TemplateSummary };

/** Leads to its page, which leads back to the list as it stands now. */
function Name({ row }: Props) {
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.editTemplate(row.id)} state={{ list }} className={css.name}>
      {row.documentName}
    </Link>
  );
}

const Type = ({ row }: Props) => useSay()(`template.types.${row.templateType}`);
const Audience = ({ row }: Props) => useSay()(`template.audiences.${row.audience}`);
const InLanguages = ({ row }: Props) => <Languages languages={row.languages} />;
const Version = ({ row }: Props) => formatQuantity(row.version);
const Updater = ({ row }: Props) => <span className={css.person}>{row.updater}</span>;
const Updated = ({ row }: Props) => <Moment at={row.updatedTime} />;
const Status = ({ row }: Props) => <ForceBadge template={row} />;

export const TEMPLATE_COLUMNS: readonly Column<TemplateSummary>[] = [
  { id: 'name', title: 'template.documentName', Cell: Name },
  { id: 'type', title: 'template.type', width: '150px', Cell: Type },
  { id: 'audience', title: 'template.audience', width: '120px', Cell: Audience },
  { id: 'languages', title: 'template.languages', width: '130px', Cell: InLanguages },
  { id: 'version', title: 'template.version', width: '80px', align: 'end', Cell: Version },
  { id: 'updater', title: 'template.updater', width: '120px', Cell: Updater },
  { id: 'updated', title: 'template.updatedTime', width: '190px', Cell: Updated },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];
