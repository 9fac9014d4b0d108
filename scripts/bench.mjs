// npm run bench [-- name...]: measures, and writes docs/explanation/benchmarks.md. See bench/README.md.
import './node-version.mjs';

import('./commands/benchmarks.mjs').then(({ runBenchmarks }) => runBenchmarks(process.argv.slice(2)));
