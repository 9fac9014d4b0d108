import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Resolves a host name into IP addresses; empty if it has none. A literal address is returned unchanged. */
export type ResolveName = (name: string) => Promise<string[]>;

const RESOLVER = { timeout: 2_000, tries: 2 };

/**
 * Queries the name servers directly. `lookup` of Node.js blocks one of four threads until it is answered, so
 * a few names with silent servers would delay all others. It is used only for names that the name servers do
 * not know, such as names in this machine's hosts file.
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
