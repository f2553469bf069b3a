import { IconFileText, IconFiles, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { addFirstDocuments, listTemplates, type TemplateSummary } from '#contract/template.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { TEMPLATES_KEY } from '#web/document/template-queries.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { ForceBadge, Languages } from '#web/template-admin/template-looks.tsx';
import type { templateSearch } from '#web/template-admin/template-search.ts';
import css from './template-columns.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The list of documents: guides, and the policies that users accept. */
export function TemplateListPage() {
  const say = useSay();
  const { templateType, ...asked }: ReturnType<typeof templateSearch> = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), templateType };
  const result = useQuery(readPageQuery(['templates', query], listTemplates, { query }));
  const isFiltered = query.search !== '' || templateType !== undefined;
  return (
    <>
      <PageTitle
        title="template.title"
        note={say('template.note')}
        actions={
          <>
            {result.data?.total === 0 && !isFiltered && <AddFirst />}
            <ReasonButton to={paths.createTemplate} leftSection={<IconPlus size={16} aria-hidden />}>
              {say('template.create')}
            </ReasonButton>
          </>
        }
      />
      <PagedList
        list="templates"
        title="template.title"
        search="template.search"
        columns={TEMPLATE_COLUMNS}
        result={result}
        query={query}
        isFiltered={isFiltered}
        none={{ title: 'template.none', hint: 'template.noneHint', icon: IconFileText }}
      >
        <FilterSelect
          name="templateType"
          label="template.type"
          all="template.allTypes"
          choices={TEMPLATE_TYPES.map((value) => ({ value, label: say(`template.types.${value}`) }))}
        />
      </PagedList>
    </>
  );
}

/** Adds guides, terms and a privacy policy to a platform without documents. */
function AddFirst() {
  const say = useSay();
  const queryClient = useQueryClient();
  const { act, isPending } = useAction({
    question: () => ({ title: 'template.addFirstTitle', text: 'template.addFirstText', yes: 'template.addFirst' }),
    send: () => api(addFirstDocuments, {}),
    changed: () => queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY }),
    done: (_, { added }) =>
      added.length === 0 ? say('template.addedNone') : say('template.addedFirst', { count: added.length }),
  });
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconFiles size={16} aria-hidden />}
      loading={isPending}
      onClick={() => act()}
    >
      {say('template.addFirst')}
    </ReasonButton>
  );
}

type Props = { row: TemplateSummary };

/** Links to the document. The back link on the document's page restores the current state of this list. */
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

/** The columns of the document list. “Updated” and “updater” describe the newest version. */
const TEMPLATE_COLUMNS: readonly Column<TemplateSummary>[] = [
  { id: 'name', title: 'template.documentName', Cell: Name },
  { id: 'type', title: 'template.type', width: '150px', Cell: Type },
  { id: 'audience', title: 'template.audience', width: '120px', Cell: Audience },
  { id: 'languages', title: 'template.languages', width: '130px', Cell: InLanguages },
  { id: 'version', title: 'template.version', width: '80px', align: 'end', Cell: Version },
  { id: 'updater', title: 'template.updater', width: '120px', Cell: Updater },
  { id: 'updated', title: 'template.updatedTime', width: '190px', Cell: Updated },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];
