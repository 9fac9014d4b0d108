// npm run --silent dakiya -- <command>: an operator command. stdout belongs to the command, whose
// --json is read by programs; making the tree ready speaks on stderr, and only when there is
// something to do.
import './node-version.mjs';

import('./commands/run.mjs').then(({ runFromTree, callersFolder }) =>
  runFromTree('cli.js', ({ main }) => main(process.argv.slice(2), callersFolder())),
);
