// `node scripts/run.mjs FILE ...`: runs one of our programs under the project's Node, after installing its
// dependencies.
import { become, ensureDependencies } from './set-up.mjs';

ensureDependencies();
become(process.argv.slice(2));
