import { memo, useEffect, useRef } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useDesk, useItem, useSelectedId, useToWinLabel } from '#web/bidding/room/desk-context.ts';
import { OUTCOME_MARKS } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './item-list.module.css';

/** Which item is looked at; each tells how the own bids on it stand. */
export function ItemList() {
  const say = useSay();
  const { setting, selected } = useDesk();
  const selectedId = useSelectedId();
  return (
    <nav className={css.list} aria-label={say('item.items')}>
      <ul>
        {setting.items.map(({ item }) => (
          <li key={item.auctionItemId}>
            <ItemButton
              itemId={item.auctionItemId}
              isSelected={item.auctionItemId === selectedId}
              onSelect={selected.set}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Props = { itemId: string; isSelected: boolean; onSelect: (itemId: string) => void };

const ItemButton = memo(function ItemButton({ itemId, isSelected, onSelect }: Props) {
  const say = useSay();
  const { setting } = useDesk();
  const toWinLabel = useToWinLabel();
  const view = useItem(itemId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);
  const item = view?.item ?? setting.items.find((room) => room.item.auctionItemId === itemId)?.item;
  const outcome = view?.outcome ?? 'none';
  const { icon: Picture, label } = OUTCOME_MARKS[outcome];
  return (
    <button
      ref={button}
      type="button"
      className={css.item}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(itemId)}
    >
      <span className={css.name}>{item?.name}</span>
      <span className={css.quantity}>{say('unit.recCount', { quantity: item?.recQuantity ?? 0 })}</span>
      {setting.own && (
        <span className={css.outcome} data-outcome={outcome}>
          <Picture size={14} aria-hidden />
          {say(label)}
        </span>
      )}
      <span className={css.price}>
        {view && <span className="visually-hidden">{toWinLabel(view)} </span>}
        {view?.toWin.isFull ? say('room.full') : view && centsText(view.toWin.priceCents)}
      </span>
    </button>
  );
});
