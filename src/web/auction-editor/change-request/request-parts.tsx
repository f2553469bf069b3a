import {
  IconPencil,
  IconPlus,
  IconTrash,
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconClockOff,
  IconHourglass,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import type { RequestStatus } from '#domain/auction/change-request.ts';
import { differingFields, type RefusedChanges } from '#domain/auction/item-changes.ts';
import type { ItemField } from '#domain/auction/judge-item.ts';
import type { ItemForm } from '#web/auction-editor/items/item-form.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './change-list.module.css';

type Look = { readonly tone: Tone; readonly label: PhraseKey; readonly icon: Icon };

/** The color, label and icon of each kind of change in a request. */
const LOOKS: Record<RequestedChange['kind'], Look> = {
  added: { tone: 'good', label: 'changeRequest.kindAdded', icon: IconPlus },
  updated: { tone: 'info', label: 'changeRequest.kindUpdated', icon: IconPencil },
  deleted: { tone: 'bad', label: 'changeRequest.kindDeleted', icon: IconTrash },
};

type Props = {
  request: ChangeRequest;
  /** The rules that the changes would violate now, by item. */
  wrong?: RefusedChanges['wrong'];
  actionsOf?: (change: RequestedChange) => ReactNode;
};

/** Lists the changes of a request: added, changed and deleted items. A changed item is shown by its differences. */
export function ChangeList({ request, wrong, actionsOf }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  return (
    <ul className={css.list}>
      {request.changes.map((change) => (
        <li key={change.id} className={css.change}>
          <div className={css.head}>
            <StatusBadge {...LOOKS[change.kind]} />
            <h3 className={css.name}>{change.name}</h3>
            {actionsOf && <div className={css.actions}>{actionsOf(change)}</div>}
          </div>
          <Difference request={request} change={change} />
          {Object.entries(wrong?.get(change.auctionItemId) ?? {}).map(([field, refusal]) => (
            <p key={field} className={css.wrong}>
              {say(ITEM_LABELS[field as keyof typeof ITEM_LABELS])}: {textOf(refusal)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Shows only the differing fields of a changed item, but all fields of a new or deleted item. */
function Difference({ request, change }: Pick<Props, 'request'> & { change: RequestedChange }) {
  const say = useSay();
  const textsOf = useItemTexts();
  const textOf = (item: ItemForm | null, field: ItemField) => {
    if (!item) return null;
    if (field !== 'imageIds' || item.imageIds.length === 0) return textsOf(item)[field] || '–';
    const shown = item.imageIds.flatMap((id) => request.images.find((image) => image.id === id) ?? []);
    return <Pictures images={shown} subject={change.name} />;
  };
  const { before, after } = change;
  const fields = differingFields(before, after);
  if (!before || !after) {
    const item = before ?? after;
    return (
      <Facts>
        {fields
          .filter(
            (field) =>
              item?.[field] !== '' && item?.[field] !== null && !(field === 'imageIds' && item?.imageIds.length === 0),
          )
          .map((field) => (
            <Fact key={field} label={ITEM_LABELS[field]} isWide={field === 'description'}>
              {textOf(item, field)}
            </Fact>
          ))}
      </Facts>
    );
  }
  if (fields.length === 0) return <p className={css.none}>{say('changeRequest.notChanged')}</p>;
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{say('changeRequest.field')}</th>
          <th scope="col">{say(request.status === 'Approved' ? 'changeRequest.before' : 'changeRequest.now')}</th>
          <th scope="col">{say('changeRequest.asked')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{say(ITEM_LABELS[field])}</th>
            <td className={css.before}>{textOf(before, field)}</td>
            <td>{textOf(after, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The labels of an item's fields, the same as in the item form. */
const ITEM_LABELS = {
  recCountry: 'item.country',
  recFuelType: 'item.fuel',
  vintageYear: 'item.vintageYear',
  vintagePeriod: 'item.vintagePeriod',
  recQuantity: 'item.quantity',
  partialFulfillment: 'item.fulfilment',
  minQuantity: 'item.minimumPerBid',
  maxQuantity: 'item.maximumPerBid',
  minimumBidPrice: 'item.minimumPrice',
  maximumBidPrice: 'item.maximumPrice',
  description: 'item.description',
  address: 'item.address',
  latitude: 'item.latitude',
  longitude: 'item.longitude',
  imageIds: 'item.images',
} as const satisfies Record<ItemField, PhraseKey>;

/** Returns an item's fields as text. Empty fields have no text. */
function useItemTexts() {
  const say = useSay();
  const language = useLanguage();
  const money = (price: number | null) => price !== null && formatMoney(price, env().currency);
  const quantity = (recs: number | null) => recs !== null && formatQuantity(recs);
  return (item: ItemForm): Record<ItemField, string | false | null | undefined> => ({
    recCountry: item.recCountry && countryName(item.recCountry, language),
    recFuelType: item.recFuelType && say(`fuel.${item.recFuelType}`),
    vintageYear: item.vintageYear?.toString(),
    vintagePeriod: item.vintagePeriod && say(`vintage.period${item.vintagePeriod}`),
    recQuantity: quantity(item.recQuantity),
    minQuantity: quantity(item.minQuantity),
    maxQuantity: quantity(item.maxQuantity),
    partialFulfillment: say(item.partialFulfillment ? 'item.partialYes' : 'item.wholeOnly'),
    minimumBidPrice: money(item.minimumBidPrice),
    maximumBidPrice: money(item.maximumBidPrice),
    imageIds: say('item.imageCount', { count: item.imageIds.length }),
    latitude: item.latitude?.toString(),
    longitude: item.longitude?.toString(),
    address: item.address,
    description: item.description,
  });
}

type StatusLook = { readonly tone: Tone; readonly title: PhraseKey; readonly icon: Icon; readonly hint: PhraseKey };

/** The look of each status of a request, with a hint for the owner about the next step. */
const STATUSES: Record<RequestStatus, StatusLook> = {
  Pending: {
    tone: 'info',
    title: 'changeRequest.statusPending',
    icon: IconHourglass,
    hint: 'changeRequest.pendingHint',
  },
  Returned: {
    tone: 'warn',
    title: 'changeRequest.statusReturned',
    icon: IconArrowBackUp,
    hint: 'changeRequest.returnedHint',
  },
  Approved: {
    tone: 'good',
    title: 'changeRequest.statusApproved',
    icon: IconCircleCheck,
    hint: 'changeRequest.approvedHint',
  },
  Lapsed: { tone: 'quiet', title: 'changeRequest.statusLapsed', icon: IconClockOff, hint: 'changeRequest.lapsedHint' },
};

type FactsProps = {
  request: ChangeRequest;
  /** True for the owner. Adds a hint about the next step. */
  withHint?: boolean;
};

/** Shows the status of a request, its sender and times, and the admin's message. */
export function RequestFacts({ request, withHint = false }: FactsProps) {
  const say = useSay();
  const { status, message, requestedBy, sentAt, decidedAt } = request;
  const { hint, ...look } = STATUSES[status];
  return (
    <>
      <Notice {...look}>
        {message && <p>{message}</p>}
        {withHint && <p>{say(hint)}</p>}
      </Notice>
      <Facts>
        <Fact label="changeRequest.requestedBy">{requestedBy}</Fact>
        <Fact label="changeRequest.sentAt">
          <Moment at={sentAt} />
        </Fact>
        {decidedAt && (
          <Fact label="changeRequest.decidedAt">
            <Moment at={decidedAt} />
          </Fact>
        )}
      </Facts>
    </>
  );
}
