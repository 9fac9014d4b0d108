import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Gives the addresses of a host's name; none where it has none. A literal address is its own. */
export type ResolveName = (name: string) => Promise<string[]>;

const RESOLVER = { timeout: 2_000, tries: 2 };

/**
 * Asks the name servers by themselves. `lookup` of Node.js takes one of four threads for as long as an answer takes,
 * so that a few names whose servers are silent would hold up every other; it is asked only where the name servers
 * say that there is no such name, for what stands in this machine's hosts file.
 */
export const resolveName: ResolveName = async (name) => {
  if (isIP(name) !== 0) return [name];
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const resolver = new Resolver(RESOLVER);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  if (!answers.every((answer) => answer.status === 'rejected' && saysThereIsNone(answer.reason))) return [];
  const listed = await lookup(name, { all: true }).catch(() => []);
  return listed.map(({ address }) => address);
};

function saysThereIsNone(error: { code?: string }): boolean {
  return error.code === 'ENOTFOUND' || error.code === 'ENODATA';
}
