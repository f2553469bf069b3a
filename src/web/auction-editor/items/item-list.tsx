import { IconFileSpreadsheet, IconPackage, IconPlus } from '@tabler/icons-react';
import type { Context } from 'react';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import type { EditActions } from '#web/design/lists/edit-column.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './item-list.module.css';

type Props<Item> = {
  caption: PhraseKey;
  /** The hint shown while there are no items. */
  hint: PhraseKey;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The maximum number of items. */
  maximum: number;
  /** The sum of the items' quantities. */
  quantity: number;
  columns: readonly Column<Item>[];
  Actions: Context<EditActions<Item> | undefined>;
  actions: EditActions<Item>;
  add: {
    label: PhraseKey;
    closed: PhraseKey | undefined;
    onClick: () => void;
    /** Opens the import of a file. Undefined if there is none. */
    onFile?: (() => void) | undefined;
  };
};

/** The items of an auction or of a sell order, with buttons to add, edit and delete them. */
export function ItemList<Item>(props: Props<Item>) {
  const { caption, hint, items, keyOf, maximum, quantity, columns, Actions, actions, add } = props;
  const say = useSay();
  const button = (
    <div className={css.buttons}>
      {add.onFile && add.closed === undefined && (
        <ReasonButton
          variant="default"
          onClick={add.onFile}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {say('import.fromFile')}
        </ReasonButton>
      )}
      <ReasonButton reason={add.closed} onClick={add.onClick} leftSection={<IconPlus size={16} aria-hidden />}>
        {say(add.label)}
      </ReasonButton>
    </div>
  );
  return (
    <>
      {items.length > 0 && (
        <div className={css.head}>
          <p className={css.count}>{say('item.count', { count: items.length, maximum, quantity })}</p>
          {button}
        </div>
      )}
      <Actions value={actions}>
        <DataTable
          caption={caption}
          columns={columns}
          rows={items}
          rowKey={keyOf}
          empty={
            <EmptyState title="item.none" hint={hint} icon={IconPackage}>
              {button}
            </EmptyState>
          }
        />
      </Actions>
    </>
  );
}
