// `npm start`: sets up what is missing, then serves. Everything else is the server's own doing (src/server/main.ts).
import { become, ensureBuild, ensureDependencies } from './set-up.mjs';

ensureDependencies();
ensureBuild();
become(['src/server/main.ts']);
