import ipaddr from 'ipaddr.js';
import { StartupError } from '../problems/startup-error.ts';

/** A network that the operator allows: an address and its prefix length. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads networks such as `10.0.0.0/8`, or single addresses. @throws StartupError that names the setting */
export function readNetworks(texts: readonly string[], setting: string): Network[] {
  return texts.map((text) => {
    try {
      if (text.includes('/')) return ipaddr.parseCIDR(text);
      const address = ipaddr.parse(text);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new StartupError(`${setting}: ${text} is no network such as 10.0.0.0/8`);
    }
  });
}

/** The public part of IPv6. */
const GLOBAL_IPV6: Network = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Tells whether an address belongs to the public internet. Loopback, link-local, private, shared,
 * documentation and reserved addresses do not, nor do IPv6 addresses that embed an IPv4 address (mapped,
 * NAT64, 6to4, Teredo), because the embedded address could be any of these.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, GLOBAL_IPV6));
}

/** Tells whether an address is in one of the networks. IPv4 addresses mapped into IPv6 count as IPv4. */
export function isInNetworks(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some((network) => isIn(address, network));
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
