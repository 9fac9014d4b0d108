// npm run --silent dakiya -- <command>: an operator command. stdout belongs to the command, whose --json is
// read by programs; installing and building print to stderr, and only if there is something to do.
import './node-version.mjs';

import('./commands/run.mjs').then(({ runFromTree, callersFolder }) =>
  runFromTree('cli.js', ({ main }) => main(process.argv.slice(2), callersFolder())),
);
