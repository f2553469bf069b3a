import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

/**
 * Shows the server's refusal of the whole form. If fields are refused, each field shows its own error and this
 * component shows nothing.
 */
export function FormError({ error }: { error: ApiError | null }) {
  const textOf = useErrorText();
  if (!error || Object.keys(error.fields).length > 0) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
      {textOf(error)}
    </Alert>
  );
}
