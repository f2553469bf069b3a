import { createFileRoute } from '@tanstack/react-router';
import { AdministratorsPage } from '#web/administrator/administrators-page.tsx';

export const Route = createFileRoute('/_admin/admin/administrators')({ component: AdministratorsPage });
