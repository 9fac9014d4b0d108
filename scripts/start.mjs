// npm start: makes the tree ready and runs the service in this very process, so that a signal to it
// reaches the service directly.
import './node-version.mjs';

import('./commands/run.mjs').then(({ runFromTree }) => runFromTree('main.js', ({ main }) => main()));
