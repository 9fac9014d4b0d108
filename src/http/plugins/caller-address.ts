import { isIP } from 'node:net';

/** An IPv4 address as a socket that listens on `::` gives it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Who counts as one caller among those without a credential: an IPv4 address, or the /64 of an IPv6 address, since
 * every subscriber has at least so many to choose from. What is no address, which only a proxy can send, counts as one.
 */
export function callerAddress(request: { readonly ip: string }): string {
  const ip = request.ip.replace(MAPPED, '');
  switch (isIP(ip)) {
    case 4:
      return ip;
    case 6:
      return networkOf(ip);
    default:
      return 'no address';
  }
}

/** The first 64 bits, each group of them without its leading zeros. */
function networkOf(ip: string): string {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
