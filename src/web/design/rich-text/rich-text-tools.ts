import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconPhotoPlus,
  IconRowInsertBottom,
  IconRowRemove,
  IconTable,
  IconTableOff,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/react';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A toolbar button. If `asks` is set, the field asks a question before the tool runs. */
export type RichTextTool = {
  readonly id: RichTextToolId;
  readonly icon: Icon;
  readonly keys?: string;
  /** Whether the selection has this format already. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isShown?: (editor: Editor) => boolean;
} & (
  | { readonly run: (chain: ChainedCommands) => ChainedCommands; readonly asks?: never }
  | { readonly asks: 'link' | 'picture'; readonly run?: never }
);

type WordsOf<Key> = Key extends `richText.${infer Id}` ? Id : never;
/** The id of a tool is also the name of its phrase. Phrases with a parameter belong to no tool. */
type RichTextToolId = Exclude<WordsOf<PhraseKey>, 'undescribed'>;

const inTable = (editor: Editor): boolean => editor.isActive('table');

type Run = (chain: ChainedCommands) => ChainedCommands;

/** Creates a tool that turns a format on and off. Its button is pressed while the selection has the format `name`. */
const toggle = (id: RichTextToolId, icon: Icon, name: string, run: Run): RichTextTool => ({
  id,
  icon,
  isOn: (editor) => editor.isActive(name),
  run,
});

/** Returns the tool that makes a paragraph a heading. */
const heading = (level: 2 | 3 | 4, icon: Icon): RichTextTool => ({
  id: `heading${level}`,
  icon,
  keys: `Ctrl+Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});

/** The tools, in groups and in the order on screen. The table tools are shown only while the cursor is in a table. */
export const RICH_TEXT_TOOLS: readonly (readonly RichTextTool[])[] = [
  [
    { id: 'undo', icon: IconArrowBackUp, keys: 'Ctrl+Z', run: (chain) => chain.undo() },
    { id: 'redo', icon: IconArrowForwardUp, keys: 'Ctrl+Y', run: (chain) => chain.redo() },
  ],
  [heading(2, IconH2), heading(3, IconH3), heading(4, IconH4)],
  [
    { ...toggle('bold', IconBold, 'bold', (chain) => chain.toggleBold()), keys: 'Ctrl+B' },
    { ...toggle('italic', IconItalic, 'italic', (chain) => chain.toggleItalic()), keys: 'Ctrl+I' },
    { ...toggle('underline', IconUnderline, 'underline', (chain) => chain.toggleUnderline()), keys: 'Ctrl+U' },
  ],
  [
    toggle('bulletList', IconList, 'bulletList', (chain) => chain.toggleBulletList()),
    toggle('orderedList', IconListNumbers, 'orderedList', (chain) => chain.toggleOrderedList()),
    toggle('quote', IconBlockquote, 'blockquote', (chain) => chain.toggleBlockquote()),
  ],
  [
    { id: 'link', icon: IconLink, keys: 'Ctrl+K', isOn: (editor) => editor.isActive('link'), asks: 'link' },
    { id: 'picture', icon: IconPhotoPlus, isOn: (editor) => editor.isActive('image'), asks: 'picture' },
    {
      id: 'table',
      icon: IconTable,
      isShown: (editor) => !inTable(editor),
      run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    },
    { id: 'line', icon: IconMinus, run: (chain) => chain.setHorizontalRule() },
  ],
  [
    { id: 'addRow', icon: IconRowInsertBottom, isShown: inTable, run: (chain) => chain.addRowAfter() },
    { id: 'addColumn', icon: IconColumnInsertRight, isShown: inTable, run: (chain) => chain.addColumnAfter() },
    { id: 'removeRow', icon: IconRowRemove, isShown: inTable, run: (chain) => chain.deleteRow() },
    { id: 'removeColumn', icon: IconColumnRemove, isShown: inTable, run: (chain) => chain.deleteColumn() },
    { id: 'removeTable', icon: IconTableOff, isShown: inTable, run: (chain) => chain.deleteTable() },
  ],
];

/** The state of a tool at the cursor: pressed or disabled. */
export type ToolState = { readonly isOn: boolean; readonly isOff: boolean };

/** Returns the state of each shown tool at the cursor. Hidden tools are absent. */
export const toolStates = (editor: Editor): Partial<Record<RichTextToolId, ToolState>> =>
  Object.fromEntries(
    RICH_TEXT_TOOLS.flat()
      .filter(({ isShown }) => isShown?.(editor) ?? true)
      .map(({ id, isOn, run }) => [
        id,
        { isOn: isOn?.(editor) ?? false, isOff: run !== undefined && !run(editor.can().chain()).run() },
      ]),
  );
