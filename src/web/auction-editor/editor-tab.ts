/** The open tab of an editor, as in the URL. It has its own file because routes read it before the page is loaded. */
export type EditorTab = 'settings' | 'items' | 'changes';

/** Returns whether a value from the address names a tab. */
export const isEditorTab = (value: unknown): value is EditorTab =>
  value === 'settings' || value === 'items' || value === 'changes';
