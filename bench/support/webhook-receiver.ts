import { type RunningBaseline, startBaseline } from './server-process.ts';

/** A received webhook: path, `webhook-id`, the scan's location (which identifies it), and time. */
export type Receipt = [path: string, id: string, location: string | null, at: number];

/** A receiver of webhooks, in a process of its own. */
export interface Receiver extends RunningBaseline {
  /** What arrived since the last call. */
  received(): Promise<Receipt[]>;
}

export async function startReceiver(): Promise<Receiver> {
  const baseline = await startBaseline('webhook-receiver');
  return {
    ...baseline,
    received: async () => (await (await fetch(`${baseline.url}/received`)).json()) as Receipt[],
  };
}
