import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shows the reason why something cannot be changed. */
export const LockNote = ({ children }: { children: ReactNode }) => (
  <Alert color="gray" variant="light" icon={<IconLock size={18} />} mb="md">
    {children}
  </Alert>
);
