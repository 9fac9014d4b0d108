import { isIP } from 'node:net';

/** The start of an IPv4 address on a socket that listens on `::`. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Returns the address of a caller who opens a customer page: an IPv4 address, or the /64 of an IPv6 address,
 * because every phone has a separate /64. Text that is not an address, which only a proxy can send, counts as
 * an address.
 */
export function callerAddress(request: { readonly ip: string }): string {
  return prefixOf(request.ip, 4);
}

/**
 * Returns the network of a caller, for limits that many addresses could bypass: an IPv4 address, or the /48
 * of an IPv6 address, because a provider gives a customer a /48.
 */
export function callerNetwork(request: { readonly ip: string }): string {
  return prefixOf(request.ip, 3);
}

function prefixOf(sent: string, groups: number): string {
  const ip = sent.replace(MAPPED, '');
  switch (isIP(ip)) {
    case 4:
      return ip;
    case 6:
      return firstGroups(ip, groups);
    default:
      return 'no address';
  }
}

/** Returns the first 16-bit groups of an address, without leading zeros. */
function firstGroups(ip: string, count: number): string {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
