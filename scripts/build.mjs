// npm run build: bundles src and simulators into dist and checks its types, whether or not it has changed.
import './node-version.mjs';

import('./commands/ready.mjs').then(({ rebuild, reportFailure }) =>
  rebuild().catch((error) => {
    process.exitCode = reportFailure(error);
  }),
);
