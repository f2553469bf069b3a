// `npm start`: installs missing dependencies, builds the bundle if necessary, and starts the server. The server does
// everything else itself (src/server/main.ts).
import { become, ensureBuild, ensureDependencies } from './set-up.mjs';

ensureDependencies();
ensureBuild();
become(['src/server/main.ts']);
