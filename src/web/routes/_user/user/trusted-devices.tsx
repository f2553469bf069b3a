import { createFileRoute } from '@tanstack/react-router';
import { DevicesPage } from '#web/identity/devices/devices-page.tsx';

export const Route = createFileRoute('/_user/user/trusted-devices')({ component: DevicesPage });
