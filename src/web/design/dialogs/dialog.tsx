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
  /** In the middle, or rising from below, where a thumb is. */
  at?: 'middle' | 'bottom';
  /** An alert that must be answered has no other way out. */
  isClosable?: boolean;
  children: ReactNode;
};

/** The browser's own modal dialog: the rest of the page is out of reach, Escape closes it, focus goes back afterwards. */
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
    // Closing before it leaves the page is what hands the focus back.
    return () => dialog.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isClosable) onClose();
  };
  // A second Escape in a row is one that browsers don't let be refused: the page decides all the same.
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

/** What asks for the focus, else the first field, else whatever can be pressed below the head. */
function focusInside(dialog: HTMLDialogElement): void {
  const wanted = ['[data-autofocus]', 'input, select, textarea', `.${css.body ?? ''} button`];
  for (const selector of wanted) {
    const found = dialog.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
}
