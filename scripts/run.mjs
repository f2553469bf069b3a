// `node scripts/run.mjs FILE ...`: one of our own programs under the project's Node, with its dependencies set up.
import { become, ensureDependencies } from './set-up.mjs';

ensureDependencies();
become(process.argv.slice(2));
