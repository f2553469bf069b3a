import * as z from 'zod/mini';

/**
 * Must be imported before any schema is created. By default, zod tries to use `eval`. The page's security policy
 * forbids `eval`, and the browser's console would report each attempt.
 */
z.config({ jitless: true });
