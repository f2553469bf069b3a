import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * Returns the component of a route whose path ends with an id. For another id, React mounts a new page, so no state of
 * the previous page remains. `own` has further props for the page.
 */
export function byId<const Own extends object = object>(Page: ComponentType<Own & { id: string }>, own?: Own) {
  return function PageById() {
    const { id } = useParams({ strict: false });
    if (id === undefined) throw new Error('the path of this page has no id');
    return <Page key={id} {...(own as Own)} id={id} />;
  };
}
