import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { ReactNode } from 'react';
import { useSay } from '#web/platform/phrase.ts';
import css from './dialog.module.css';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** An alert that must be answered has no other way out. */
  isClosable?: boolean;
  children: ReactNode;
};

export function Dialog({ title, isOpen, onClose, size = 'md', isClosable = true, children }: Props) {
  const say = useSay();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      classNames={{ title: css.title ?? '' }}
      withCloseButton={isClosable}
      closeOnEscape={isClosable}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('action.close') }}
    >
      {children}
    </Modal>
  );
}
