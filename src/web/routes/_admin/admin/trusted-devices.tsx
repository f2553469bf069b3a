import { createFileRoute } from '@tanstack/react-router';
import { DevicesPage } from '#web/identity/devices/devices-page.tsx';

export const Route = createFileRoute('/_admin/admin/trusted-devices')({ component: DevicesPage });
