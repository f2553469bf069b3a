// `npm start`: installs and builds what is missing, then starts the server. The server does everything else itself
// (src/server/main.ts).
import { become, ensureBuild, ensureDependencies } from './set-up.mjs';

ensureDependencies();
ensureBuild();
become(['src/server/main.ts']);
