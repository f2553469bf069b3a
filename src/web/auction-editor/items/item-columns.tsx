import { IconHourglass } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { AuctionItem } from '#contract/auction/auction.ts';
import type { RequestedChange } from '#contract/auction/change-request.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './item-columns.module.css';

type Props = { row: AuctionItem };
/** What an open request asks for, by item; columns are constants, so it comes to them by context. */
export const RequestedContext = createContext<ReadonlyMap<string, RequestedChange['kind']>>(new Map());

function Name({ row }: Props) {
  const say = useSay();
  const kind = use(RequestedContext).get(row.auctionItemId);
  const vintage = say(`vintage.${row.recVintage.period}`, { year: row.recVintage.year });
  const words = [say(`country.${row.recCountry}`), say(`fuel.${row.recFuelType}`), vintage];
  return (
    <>
      <div className={css.name}>{row.name}</div>
      {kind && (
        <StatusBadge
          tone="info"
          label={kind === 'deleted' ? 'changeRequest.rowDeleted' : 'changeRequest.rowUpdated'}
          icon={IconHourglass}
        />
      )}
      <div className={css.words}>{words.join(' · ')}</div>
      {row.description && <p className={css.description}>{row.description}</p>}
      <Pictures images={row.images} subject={row.name} />
    </>
  );
}

const Quantity = ({ row }: Props) => <span className="figure">{formatQuantity(row.recQuantity)}</span>;

function Partial({ row }: Props) {
  const say = useSay();
  const { partialFulfillment, minQuantity, maxQuantity, recQuantity } = row;
  const isBounded = minQuantity !== null || maxQuantity !== null;
  return (
    <>
      {say(partialFulfillment ? 'item.partialYes' : 'item.wholeOnly')}
      {isBounded && (
        <div className={css.words}>
          {say('item.boundsPerBid', { least: minQuantity ?? 1, most: maxQuantity ?? recQuantity })}
        </div>
      )}
    </>
  );
}

function Prices({ row }: Props) {
  return (
    <span className="figure">
      {env().currency} {formatAmount(row.minimumBidPrice)} – {formatAmount(row.maximumBidPrice)}
    </span>
  );
}

const { Actions, column } = editColumn<AuctionItem>();
export const ItemActions = Actions;

export const ITEM_COLUMNS: readonly Column<AuctionItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  { id: 'quantity', title: 'item.quantity', align: 'end', Cell: Quantity },
  { id: 'partial', title: 'item.fulfilment', Cell: Partial },
  { id: 'prices', title: 'item.prices', align: 'end', Cell: Prices },
  column,
];
