import { createFileRoute } from '@tanstack/react-router';
import { toOwnArea } from '#web/identity/guards.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/auction/$id/')({
  beforeLoad: ({ context, location, params }) =>
    toOwnArea(context.queryClient, location.href, (role) => paths.auction(role, params.id)),
});
