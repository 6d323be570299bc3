/**
 * Returns the key that the limits use for an address: an IPv4 address itself, or the /64 network of an IPv6 address. A
 * client with one IPv6 address controls all 2^64 addresses of its network.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!bare.includes(':')) return bare;
  const [head = '', tail = ''] = bare.split('::');
  const [before, after] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const middle = bare.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  const groups = [...before, ...middle, ...after].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
