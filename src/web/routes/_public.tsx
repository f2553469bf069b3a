import { createFileRoute } from '@tanstack/react-router';
import { PublicShell } from '#web/shell/public-shell.tsx';

export const Route = createFileRoute('/_public')({ component: PublicShell });
