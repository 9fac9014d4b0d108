/** How PostgreSQL is made and started. */
export interface StartOptions {
  /** Lines for a person who waits. */
  readonly progress: (line: string) => void;
  /** Cuts the start short. */
  readonly signal: AbortSignal;
  /** Whether what is acknowledged outlives a power cut. Only tests may do without. */
  readonly durable: boolean;
}
