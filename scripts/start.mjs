// `npm start`: installs missing dependencies, builds the bundle if necessary, and starts the server. The server does
// everything else itself (src/server/main.ts). On a production machine it only starts the server.
import { become, ensureBuild, ensureDependencies, isProduction, requireFiles } from './set-up.mjs';

if (isProduction) requireFiles('node_modules', 'dist');
else {
  ensureDependencies();
  ensureBuild();
}
become(['src/server/main.ts']);
