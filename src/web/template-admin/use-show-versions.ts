import { useNavigate } from '@tanstack/react-router';
import type { VersionSearch } from '#web/template-admin/template-search.ts';

/** Opens the versions of the document that is edited, or closes them; the page behind stays as it is. */
export function useShowVersions(): (versions?: VersionSearch['versions']) => void {
  const navigate = useNavigate();
  return (versions) => void navigate({ to: '.', search: versions ? { versions } : {}, resetScroll: false });
}
