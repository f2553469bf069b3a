import { createFileRoute } from '@tanstack/react-router';
import { PersonalDataPage } from '#web/personal-data/personal-data-page.tsx';

/** In no area: it is everybody's, also of who has none. */
export const Route = createFileRoute('/_simple/personal-data')({ component: PersonalDataPage });
