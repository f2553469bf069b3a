/** Which part of an editor is open, as it stands in the address: routes read it before the page itself is here. */
export type EditorTab = 'settings' | 'items' | 'changes';

export const isEditorTab = (value: unknown): value is EditorTab =>
  value === 'settings' || value === 'items' || value === 'changes';
