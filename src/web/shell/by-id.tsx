import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * Makes the component of a route whose path ends the id of what it shows. Another id is another page: nothing of the one
 * before stays. `own` are the page's other props.
 */
export function byId<const Own extends object = object>(Page: ComponentType<Own & { id: string }>, own?: Own) {
  return function PageById() {
    const { id } = useParams({ strict: false });
    if (id === undefined) throw new Error('the path of this page has no id');
    return <Page key={id} {...(own as Own)} id={id} />;
  };
}
