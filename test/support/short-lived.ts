/** How V8 runs processes of tests: what is compiled for speed and what is looked through for garbage seldom pays for itself before they end. */
export const SHORT_LIVED: readonly string[] = [
  // Room for what lives shortly, in MB: with the usual 16, starting the service took a fifth more processor time.
  '--max-semi-space-size=32',
  // In MB: what lives longer is looked through only beyond that.
  '--initial-heap-size=512',
  // Code is compiled for speed once fifteen times as much of it has run as usual. Later releases have no such flag, and
  // compile more cheaply.
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []),
];
