import { IconChecklist } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { approveApproval, listApprovals, rejectApproval, withdrawApproval, type Approval } from '#contract/approval.ts';
import type { ErrorCode } from '#contract/errors/errors.ts';
import { ApprovalSetting } from '#web/approval/approval-setting.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { RemarkDialog } from '#web/design/dialogs/remark-dialog.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf, type ListSearch } from '#web/design/lists/list-search.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './approvals.module.css';

/** Acts of administrators that wait for the approval of another administrator, and decided ones. */
export function ApprovalsPage() {
  const say = useSay();
  const search: ListSearch = useSearch({ strict: false });
  const { currentPage, limit } = pageQueryOf(search);
  const query = { currentPage, limit, show: 'all' as const };
  const result = useQuery(readPageQuery(['approvals', 'list', query], listApprovals, { query }));
  return (
    <>
      <PageTitle title="approval.title" note={say('approval.note')} />
      <ApprovalSetting />
      <DataTable
        caption="approval.title"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<EmptyState title="approval.none" hint="approval.noneHint" icon={IconChecklist} />}
        {...tableOf(result, { currentPage, limit })}
      />
    </>
  );
}

type Props = { row: Approval };

/** Returns the page of the auction, the trade or the company. */
function pageOf({ operation, pageId }: Approval): string {
  if (operation.includes('/settlements/')) return paths.settlement('admin', pageId);
  if (operation.includes('/accounts/')) return paths.businessAccount(pageId);
  return operation.includes('/auction-items/')
    ? paths.auctionResult('admin', pageId)
    : paths.auctionDetail('admin', pageId);
}

/** Returns the reason or the remark that the requester typed. */
const reasonOf = ({ sent }: Approval): string =>
  [sent['reason'], sent['remark'], sent['remarkContent']].find((text) => typeof text === 'string') ?? '';

function What({ row }: Props) {
  const say = useSay();
  const reason = reasonOf(row);
  return (
    <span className={css.lines}>
      <strong>{say(`approval.act.${row.act}`)}</strong>
      <Link to={pageOf(row)}>{row.title}</Link>
      {reason !== '' && (
        <span className={css.quiet}>
          {say('approval.reason')}: {reason}
        </span>
      )}
    </span>
  );
}

function Requested({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.lines}>
      <span>
        {row.requestedBy}
        {row.apiKey !== null && ` ${say('approval.byKey', { name: row.apiKey })}`}
      </span>
      <Moment at={row.requestedAt} />
      {row.state === 'pending' && (
        <span className={css.quiet}>
          {say('approval.until')}: <Moment at={row.expiresAt} />
        </span>
      )}
    </span>
  );
}

function Status({ row }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  return (
    <span className={css.lines}>
      <span>{say(`approval.state.${row.state}`)}</span>
      {row.decidedBy !== null && <span className={css.quiet}>{row.decidedBy}</span>}
      {row.remark !== '' && <span className={css.quiet}>{row.remark}</span>}
      {row.refusal !== null && <span className={css.quiet}>{textOf({ code: row.refusal as ErrorCode })}</span>}
    </span>
  );
}

/** The decisions that this administrator may make on a request. */
function Buttons({ row }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const [isRejecting, setIsRejecting] = useState(false);
  const changed = () => queryClient.invalidateQueries();
  const params = { act: say(`approval.act.${row.act}`), title: row.title };
  const { act: approve, isPending } = useAction({
    question: () => ({ title: 'approval.approveTitle', text: 'approval.approveText', params, yes: 'approval.approve' }),
    send: () => api(approveApproval, { params: { id: row.id } }),
    changed,
    done: (_, { refusal }) =>
      refusal === null
        ? say('approval.wasApproved')
        : say('approval.wasFailed', { reason: textOf({ code: refusal as ErrorCode }) }),
  });
  const { act: withdraw } = useAction({
    question: () => ({
      title: 'approval.withdrawTitle',
      text: 'approval.withdrawText',
      params,
      yes: 'approval.withdraw',
    }),
    send: () => api(withdrawApproval, { params: { id: row.id } }),
    changed,
    done: () => say('approval.wasWithdrawn'),
  });
  if (row.state !== 'pending' && row.state !== 'started') return null;
  const reason = row.mayDecide ? undefined : row.isOwn ? 'error.approval_own' : 'error.admin_role_missing';
  return (
    <span className={css.buttons}>
      <ReasonButton size="xs" reason={reason} loading={isPending} onClick={() => approve()}>
        {say('approval.approve')}
      </ReasonButton>
      {row.isOwn ? (
        <ReasonButton size="xs" variant="default" onClick={() => withdraw()}>
          {say('approval.withdraw')}
        </ReasonButton>
      ) : (
        <ReasonButton size="xs" variant="default" reason={reason} onClick={() => setIsRejecting(true)}>
          {say('approval.reject')}
        </ReasonButton>
      )}
      {isRejecting && (
        <RemarkDialog
          words={{
            title: 'approval.rejectTitle',
            text: 'approval.rejectText',
            help: 'approval.rejectHelp',
            submit: 'approval.reject',
            isRequired: true,
          }}
          params={params}
          send={(remark) => api(rejectApproval, { params: { id: row.id }, body: { remark } })}
          onDone={() => {
            toast('good', say('approval.wasRejected'));
            setIsRejecting(false);
            void changed();
          }}
          onRefused={() => void changed()}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </span>
  );
}

const COLUMNS: readonly Column<Approval>[] = [
  { id: 'what', title: 'approval.what', Cell: What },
  { id: 'requested', title: 'approval.requested', width: '220px', Cell: Requested },
  { id: 'status', title: 'approval.status', width: '200px', Cell: Status },
  { id: 'actions', title: 'auction.actions', width: '220px', Cell: Buttons },
];
