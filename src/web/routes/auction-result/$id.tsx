import { createFileRoute } from '@tanstack/react-router';
import { toOwnArea } from '#web/identity/guards.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/auction-result/$id')({
  beforeLoad: ({ context, location, params }) =>
    toOwnArea(context.queryClient, location.href, (role) => paths.auctionResult(role, params.id)),
});
