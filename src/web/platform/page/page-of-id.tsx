import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** Shows the one thing whose id is in the address. Another id is another page: nothing typed is taken along. */
export const pageOfId = (Page: ComponentType<{ id: string }>) =>
  function PageOfId() {
    const id = useParams({ strict: false, select: (params) => String(params.id) });
    return <Page key={id} id={id} />;
  };
