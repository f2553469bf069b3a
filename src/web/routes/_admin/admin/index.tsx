import { createFileRoute, redirect } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/_admin/admin/')({
  beforeLoad: () => {
    throw redirect({ to: paths.home('admin'), replace: true });
  },
});
