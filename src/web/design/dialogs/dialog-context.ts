import { createContext, use } from 'react';

/**
 * The open dialog around a component. Dropdowns must be rendered inside this dialog, because the rest of the page is
 * inert.
 */
export const DialogContext = createContext<HTMLDialogElement | null>(null);

/** Returns settings for Mantine's dropdowns, so that they stay inside a dialog and are not cut off at its edges. */
export function useDropTarget(): { portalProps?: { target: HTMLElement }; floatingStrategy?: 'fixed' } {
  const dialog = use(DialogContext);
  return dialog ? { portalProps: { target: dialog }, floatingStrategy: 'fixed' } : {};
}
