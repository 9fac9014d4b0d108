import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer that came. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Runs one worker per connection at once; each keeps its connection. */
export async function atOnce(
  connections: number,
  work: (agent: Agent, place: number) => Promise<void>,
): Promise<void> {
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  try {
    await Promise.all(agents.map(work));
  } finally {
    for (const agent of agents) agent.destroy();
  }
}

/** Posts JSON. @returns null if no answer came */
export function sendJson(
  agent: Agent,
  url: string,
  { body, headers = {} }: { readonly body: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<Sent | null> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    sent.on('error', () => resolve(null));
    sent.on('response', (answer) => {
      text(answer).then(
        (whole) =>
          resolve({ status: answer.statusCode ?? 0, text: whole, milliseconds: performance.now() - begun }),
        () => resolve(null),
      );
    });
    sent.end(body);
  });
}

/** In whole milliseconds. @param sorted the shortest first */
export function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
}
