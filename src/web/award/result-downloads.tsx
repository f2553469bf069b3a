import { IconChevronDown, IconDownload, IconPrinter, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  exportWonBidsAsAdmin,
  exportWonBidsAsUser,
  getAwardStatementAsAdmin,
  getAwardStatementAsUser,
  type AuctionResultView,
} from '#contract/award/award.ts';
import { getLogProofAsAdmin, getLogProofAsUser } from '#contract/transparency-log.ts';
import { getRecordAsAdmin, getRecordAsUser } from '#contract/award/record.ts';
import { MenuButton } from '#web/design/dialogs/menu-button.tsx';
import { MenuList } from '#web/design/dialogs/menu-list.tsx';
import { DownloadButton, useDownload, type Download } from '#web/design/lists/download-button.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './result-downloads.module.css';

type Props = { role: Role; result: AuctionResultView };

/** Shows a button for the user's trade confirmation, and a menu: other files, verification of the record, printing. */
export function ResultDownloads({ role, result }: Props) {
  const say = useSay();
  const navigate = useNavigate();
  const { take } = useDownload();
  const { statement, others } = useFiles(role, result);
  return (
    <div className={css.takeAway} data-tour="keep">
      <DownloadButton {...statement} />
      <MenuButton
        label={say('result.more')}
        renderMenu={(place) => (
          <MenuList
            {...place}
            entries={[
              ...others.map((file) => ({
                id: file.label,
                label: file.label,
                icon: IconDownload,
                run: () => void take(file),
              })),
              {
                id: 'check',
                label: say('result.checkRecord'),
                icon: IconShieldCheck,
                run: () => void navigate({ to: paths.record, search: { auction: result.auction.id } }),
              },
              { id: 'print', label: say('result.print'), icon: IconPrinter, run: () => window.print() },
            ]}
          />
        )}
      >
        {say('result.more')}
        <IconChevronDown size={14} aria-hidden />
      </MenuButton>
    </div>
  );
}

/** A file with its label in the menu. */
type NamedDownload = Download & { readonly label: string };

/** Returns the files that can be downloaded for a result. Each file's name contains the auction's title or id. */
function useFiles(role: Role, { auction: { id, title }, totals }: AuctionResultView) {
  const say = useSay();
  const isAdmin = role === 'admin';
  const params = { id };
  const statementAs = (format: 'pdf' | 'xlsx'): NamedDownload => ({
    label: say('result.statementAs', { format: format.toUpperCase() }),
    name: `${say('result.statement')} – ${title}.${format}`,
    load: () => apiFile(isAdmin ? getAwardStatementAsAdmin : getAwardStatementAsUser, { params, query: { format } }),
  });
  const wonBidsAs = (format: 'csv' | 'xlsx'): NamedDownload => ({
    label: say('result.wonBidsAs', { format: format.toUpperCase() }),
    name: `${say('result.wonBids')} – ${title}.${format}`,
    load: () => apiFile(isAdmin ? exportWonBidsAsAdmin : exportWonBidsAsUser, { params, query: { format } }),
  });
  const record = isAdmin ? getRecordAsAdmin : getRecordAsUser;
  const logProof = isAdmin ? getLogProofAsAdmin : getLogProofAsUser;
  const others: NamedDownload[] = [
    statementAs('xlsx'),
    ...(totals.soldQuantity > 0 ? [wonBidsAs('csv'), wonBidsAs('xlsx')] : []),
    { label: say('result.record'), name: `record-${id}.jsonl`, load: () => apiFile(record, { params }) },
    {
      label: say('result.recordPdf'),
      name: `record-${id}.pdf`,
      load: () => apiFile(record, { params, query: { format: 'pdf' } }),
    },
    { label: say('result.logProof'), name: `record-${id}.tlog-proof`, load: () => apiFile(logProof, { params }) },
  ];
  return { statement: statementAs('pdf'), others };
}
