import { createFileRoute } from '@tanstack/react-router';
import { RetirementPage } from '#web/holding/retirement-page.tsx';

export const Route = createFileRoute('/_user/user/retirements/$id')({
  // The page that retires RECs sets `isNew`, so that this page confirms the retirement.
  validateSearch: ({ isNew }: Record<string, unknown>): { isNew?: true } => (isNew === true ? { isNew } : {}),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { isNew = false } = Route.useSearch();
  return <RetirementPage key={id} role="user" id={id} isNew={isNew} />;
}
