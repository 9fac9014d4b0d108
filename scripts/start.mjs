// npm start: installs and builds if needed, and runs the service in this very process, so that a signal
// reaches the service directly.
import './node-version.mjs';

import('./commands/run.mjs').then(({ runFromTree }) => runFromTree('main.js', ({ main }) => main()));
