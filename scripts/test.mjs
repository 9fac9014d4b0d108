// npm test [-- vitest's arguments]: every test that needs no outside server. The last line of stdout is `N
// passed, N failed`. TEST_DATABASE_URL names a PostgreSQL server to use instead of an embedded one.
import './node-version.mjs';

import('./commands/suite.mjs').then(({ runSuite }) => runSuite(process.argv.slice(2)));
