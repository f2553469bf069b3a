import { createFileRoute } from '@tanstack/react-router';
import { CreateTemplatePage } from '#web/template-admin/create-template-page.tsx';

export const Route = createFileRoute('/_admin/admin/template-management/create')({ component: CreateTemplatePage });
