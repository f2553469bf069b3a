import { createContext, use } from 'react';

/** The open dialog around a part of the page. Lists that drop down must hang inside it: the rest of the page is inert. */
export const DialogContext = createContext<HTMLDialogElement | null>(null);

/** Settings for parts of Mantine that drop something down: within a dialog, but not cut off at its edges. */
export function useDropTarget(): { portalProps?: { target: HTMLElement }; floatingStrategy?: 'fixed' } {
  const dialog = use(DialogContext);
  return dialog ? { portalProps: { target: dialog }, floatingStrategy: 'fixed' } : {};
}
