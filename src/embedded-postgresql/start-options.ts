export interface StartOptions {
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
  /** Tells whether acknowledged data survives a power cut. Only tests use false. */
  readonly durable: boolean;
}
