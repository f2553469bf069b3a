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

/** A button above a text. `asks`: it needs an answer first, which the field asks for. */
export type RichTextTool = {
  readonly id: RichTextToolId;
  readonly icon: Icon;
  readonly keys?: string;
  /** Whether what is chosen has it already. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isShown?: (editor: Editor) => boolean;
} & (
  | { readonly run: (chain: ChainedCommands) => ChainedCommands; readonly asks?: never }
  | { readonly asks: 'link' | 'picture'; readonly run?: never }
);

type RichTextToolId =
  | 'undo'
  | 'redo'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'bulletList'
  | 'orderedList'
  | 'quote'
  | 'line'
  | 'link'
  | 'picture'
  | 'table'
  | 'addRow'
  | 'addColumn'
  | 'removeRow'
  | 'removeColumn'
  | 'removeTable';

const inTable = (editor: Editor): boolean => editor.isActive('table');

const heading = (level: 2 | 3 | 4, icon: Icon): RichTextTool => ({
  id: `heading${level}`,
  icon,
  keys: `Ctrl+Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});

/** In groups, as they stand. Those of a table are there while the cursor is in one. */
export const RICH_TEXT_TOOLS: readonly (readonly RichTextTool[])[] = [
  [
    { id: 'undo', icon: IconArrowBackUp, keys: 'Ctrl+Z', run: (chain) => chain.undo() },
    { id: 'redo', icon: IconArrowForwardUp, keys: 'Ctrl+Y', run: (chain) => chain.redo() },
  ],
  [heading(2, IconH2), heading(3, IconH3), heading(4, IconH4)],
  [
    {
      id: 'bold',
      icon: IconBold,
      keys: 'Ctrl+B',
      isOn: (editor) => editor.isActive('bold'),
      run: (chain) => chain.toggleBold(),
    },
    {
      id: 'italic',
      icon: IconItalic,
      keys: 'Ctrl+I',
      isOn: (editor) => editor.isActive('italic'),
      run: (chain) => chain.toggleItalic(),
    },
    {
      id: 'underline',
      icon: IconUnderline,
      keys: 'Ctrl+U',
      isOn: (editor) => editor.isActive('underline'),
      run: (chain) => chain.toggleUnderline(),
    },
  ],
  [
    {
      id: 'bulletList',
      icon: IconList,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (chain) => chain.toggleBulletList(),
    },
    {
      id: 'orderedList',
      icon: IconListNumbers,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (chain) => chain.toggleOrderedList(),
    },
    {
      id: 'quote',
      icon: IconBlockquote,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
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

/** How the tools stand at the cursor: which are pressed, which can't be used, which aren't there. */
export type ToolState = { readonly isOn: boolean; readonly isOff: boolean };

export const toolStates = (editor: Editor): Partial<Record<RichTextToolId, ToolState>> =>
  Object.fromEntries(
    RICH_TEXT_TOOLS.flat()
      .filter(({ isShown }) => isShown?.(editor) ?? true)
      .map(({ id, isOn, run }) => [
        id,
        { isOn: isOn?.(editor) ?? false, isOff: run !== undefined && !run(editor.can().chain()).run() },
      ]),
  );
