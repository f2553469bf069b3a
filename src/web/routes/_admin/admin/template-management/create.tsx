import { createFileRoute } from '@tanstack/react-router';
import { CreateTemplatePage } from '#web/template-admin/edit-template-page.tsx';

export const Route = createFileRoute('/_admin/admin/template-management/create')({ component: CreateTemplatePage });
