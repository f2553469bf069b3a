import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { directItemCalls } from '#web/auction-editor/items/item-calls.ts';
import { knownItems } from '#web/auction-editor/items/item-form.ts';
import { ItemsTab } from '#web/auction-editor/items/items-tab.tsx';

const AuctionItemsImport = lazy(async () => ({
  default: (await import('#web/auction-editor/items/auction-items-import.tsx')).AuctionItemsImport,
}));

/** The items of an auction for an administrator, who may also add those of a file. */
export function AdminItemsTab(props: Pick<ComponentProps<typeof ItemsTab>, 'auction' | 'request' | 'closed'>) {
  const { auction } = props;
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <ItemsTab
        {...props}
        way={directItemCalls('admin', auction.id)}
        known={knownItems(auction)}
        onFile={() => setIsImporting(true)}
      />
      {isImporting && (
        <Suspense fallback={null}>
          <AuctionItemsImport auction={auction} onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
