import { createFileRoute, redirect } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/_user/user/')({
  beforeLoad: () => {
    throw redirect({ to: paths.home('user'), replace: true });
  },
});
