// `node scripts/run.mjs FILE ...`: installs the dependencies if necessary. Then it runs one of our programs with the
// project's own Node.
import { become, ensureDependencies } from './set-up.mjs';

ensureDependencies();
become(process.argv.slice(2));
