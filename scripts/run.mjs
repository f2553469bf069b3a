// `node scripts/run.mjs FILE ...`: runs one of our programs with the project's own Node. Installs the dependencies if
// there are none.
import { become, ensureAnyDependencies } from './set-up.mjs';

ensureAnyDependencies();
become(process.argv.slice(2));
