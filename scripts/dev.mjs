// npm run dev: the service, compiled and restarted on every change of src or simulators.
import './node-version.mjs';

import('./commands/develop.mjs').then(({ develop }) => develop());
