import { IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { DialogContext } from '#web/design/dialogs/dialog-context.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './dialog.module.css';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** In the middle of the screen, or at the bottom within reach of a thumb. */
  at?: 'middle' | 'bottom';
  /** False for an alert that must be answered. */
  isClosable?: boolean;
  children: ReactNode;
};

/** The browser's own modal dialog: it makes the rest of the page inert, closes on Escape and restores the focus. */
export function Dialog({ isOpen, ...props }: Props) {
  return isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  size = 'md',
  at = 'middle',
  isClosable = true,
  children,
}: Omit<Props, 'isOpen'>) {
  const say = useSay();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    setElement(dialog);
    focusInside(dialog);
    // The browser returns the focus only if the dialog is closed before React removes it from the page.
    return () => dialog.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isClosable) onClose();
  };
  // A page cannot prevent a second Escape in a row. So the dialog opens again, and `onClose` decides if it closes.
  const reopen = () => {
    if (!ref.current || ref.current.open) return;
    ref.current.showModal();
    if (isClosable) onClose();
  };
  return (
    <dialog
      ref={ref}
      className={css.dialog}
      data-size={size}
      data-at={at}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={reopen}
    >
      <header className={css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {isClosable && (
          <button type="button" className={css.close} aria-label={say('action.close')} onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        )}
      </header>
      <div className={css.body}>
        <DialogContext value={element}>{children}</DialogContext>
      </div>
    </dialog>
  );
}

/** Focuses the element with `data-autofocus`, else the first field, else the first button below the head. */
function focusInside(dialog: HTMLDialogElement): void {
  const wanted = ['[data-autofocus]', 'input, select, textarea', `.${css.body ?? ''} button`];
  for (const selector of wanted) {
    const found = dialog.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
}
