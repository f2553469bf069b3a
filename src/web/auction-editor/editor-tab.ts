/**
 * The open tab of an editor, as in the URL. This file is separate, because routes need the type before the page is
 * loaded.
 */
export type EditorTab = 'settings' | 'items' | 'changes';

/** Returns whether a value from the address names a tab. */
export const isEditorTab = (value: unknown): value is EditorTab =>
  value === 'settings' || value === 'items' || value === 'changes';
