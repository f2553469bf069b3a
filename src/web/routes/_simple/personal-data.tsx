import { createFileRoute } from '@tanstack/react-router';
import { PersonalDataPage } from '#web/personal-data/personal-data-page.tsx';

/** The page is outside both areas, because people without an area need it too. */
export const Route = createFileRoute('/_simple/personal-data')({ component: PersonalDataPage });
