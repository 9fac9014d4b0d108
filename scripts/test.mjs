// npm test [-- vitest's arguments]: the tests that need no outside server; without arguments, not those
// that take longest (docs/explanation/tests.md). The last line of stdout is `N
// passed, N failed`. TEST_DATABASE_URL names a PostgreSQL server to use instead of an embedded one.
import './node-version.mjs';

import('./commands/suite.mjs').then(({ runSuite }) => runSuite(process.argv.slice(2)));
