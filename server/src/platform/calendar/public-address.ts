import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** IPv4 networks that are not on the public internet (RFC 6890 and its successors). */
const closed4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(net, bits, 'ipv4');

/**
 * Public IPv6 addresses are in 2000::/3. Parts of this range are excluded, because they are reserved for documentation
 * or contain IPv4 addresses.
 */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6');

/**
 * Returns whether an IP address belongs to a machine on the public internet. A request to such an address cannot reach
 * our own network.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  return isIP(address) === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

/** A host name that resolves to an address outside the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/**
 * Creates a lookup function that refuses a host name if any of its addresses is not public. The connection uses the
 * checked addresses. An attacker therefore gains nothing if the name resolves to another address the second time.
 */
export const publicLookup =
  (resolve: typeof systemLookup = systemLookup): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(new NotPublic(), '', 0);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
