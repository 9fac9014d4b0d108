// Imported first, for its effect, by everything that `npm run` starts. Written in the syntax of old Node
// versions, because only then can it run there and print its sentence; for the same reason the other modules
// are imported dynamically, after it.
const LOWEST_MAJOR = 20;
const LOWEST_MINOR = 19;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < LOWEST_MAJOR || (major === LOWEST_MAJOR && minor < LOWEST_MINOR)) {
  process.stderr.write(
    `Dakiya needs Node.js ${LOWEST_MAJOR}.${LOWEST_MINOR} or newer and this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.\n`,
  );
  process.exit(1);
}
