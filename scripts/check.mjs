// npm run check: types, lint, format, import rules and the lockfile, one line each. The last line of stdout
// is `N passed, N failed`.
import './node-version.mjs';

import('./commands/checks.mjs').then(({ runChecks }) => runChecks());
