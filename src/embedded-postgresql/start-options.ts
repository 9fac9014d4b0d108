export interface StartOptions {
  /** Lines for a person who waits. */
  readonly progress: (line: string) => void;
  /** Cuts the start short. */
  readonly signal: AbortSignal;
  /** Tells whether acknowledged data survives a power cut. Only tests use false. */
  readonly durable: boolean;
}
