import { createFileRoute } from '@tanstack/react-router';
import { registryTaskSearch } from '#web/claim/registry-task-search.ts';
import { RegistryTasksPage } from '#web/claim/registry-tasks-page.tsx';

export const Route = createFileRoute('/_user/user/registry-retirements')({
  validateSearch: registryTaskSearch,
  component: RegistryTasksPage,
});
