import type { ImportReport, ReportedError } from '#contract/import/import.ts';
import { readTableFile } from '#contract/import/import.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import type { Refusals } from '#web/design/forms/use-form.ts';
import { FileImport, type PreviewedFile } from '#web/import/file-import.tsx';
import type { ShownColumn } from '#web/import/import-columns.tsx';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

type Texts = Readonly<Record<string, string>>;
type Items<Item> = { readonly items: readonly Item[]; readonly report: ImportReport };

type Props<Item, Reply> = {
  kind: 'auctionItems' | 'sellOrderItems';
  columns: readonly ShownColumn[];
  formOf: (values: Texts) => Item;
  /** Judges an item as its form does. `before` has the items of the lines above. */
  judge: (item: Item, before: readonly Item[]) => Refusals<Item>;
  nameOf: (item: Item) => string;
  /** Adds all items, or none. */
  send: (items: readonly Item[]) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
  onClose: () => void;
};

/** A dialog that adds the items of a file, after a preview by the rules of the form. */
export function ItemsImportDialog<Item extends object, Reply>(props: Props<Item, Reply>) {
  const { kind, columns, formOf, judge, nameOf, send, onDone, onClose } = props;
  const say = useSay();
  const textOf = useErrorText();
  const preview = async (file: File): Promise<PreviewedFile<Items<Item>>> => {
    const read = await api(readTableFile, { body: { File: file, Kind: kind } });
    const items: Item[] = [];
    const lines = read.lines.map(({ line, values, errors: unread }) => {
      const item = formOf(values);
      const others = Object.entries<Refusals<Item>[keyof Item]>(judge(item, items)).flatMap(
        ([field, refusal]): ReportedError[] =>
          refusal && unread.every((one) => one.field !== field)
            ? [{ field, column: columnOf(read.headings, field), code: refusal.code, message: textOf(refusal) }]
            : [],
      );
      items.push(item);
      return { line, name: nameOf(item), errors: [...unread, ...others] };
    });
    const wrong = lines.filter(({ errors }) => errors.length > 0).length;
    const report = { lines, wrong, ignored: read.ignored };
    return { report, body: { items, report } };
  };
  const columnOf = (headings: Texts, field: string): string => {
    const column = columns.find((one) => one.field === field);
    return headings[field] ?? (column ? say(column.heading) : field);
  };
  const sendAll = async ({ items, report }: Items<Item>): Promise<Reply> => {
    try {
      return await send(items);
    } catch (thrown) {
      throw withLine(thrown, report, (field) => columnOf({}, field));
    }
  };
  return (
    <Dialog title={say('import.itemsTitle')} isOpen onClose={onClose} size="xl">
      <FileImport
        kind={kind}
        columns={columns}
        hint="import.itemsHint"
        submit="import.itemsAdd"
        preview={preview}
        send={sendAll}
        onDone={onDone}
      />
    </Dialog>
  );
}

/** Names the line and the column of a refusal such as `items.3.recQuantity`, which only the server can tell. */
function withLine(thrown: unknown, { lines }: ImportReport, columnOf: (field: string) => string): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const [path = '', refused] = Object.entries(thrown.fields)[0] ?? [];
  const [, at = '', field = ''] = path.split('.');
  const line = lines[Number(at)]?.line;
  if (!refused || line === undefined) return thrown;
  const params = { count: 1, line, column: columnOf(field), message: refused.message };
  return new ApiError('import_lines_wrong', { params });
}
