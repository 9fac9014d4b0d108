// npm run dev: the service, compiled and started anew on every change of src.
import './node-version.mjs';

import('./commands/develop.mjs').then(({ develop }) => develop());
