/**
 * The service cannot start, or an operator command cannot run, for a reason that the operator can fix. The
 * message is one sentence that says what to do. It is printed without a stack trace, and the process exits
 * with a code other than 0.
 */
export class StartupError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'StartupError';
  }
}
