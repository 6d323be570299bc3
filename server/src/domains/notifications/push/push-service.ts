const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === 'localhost';

/**
 * Whether an address from a browser belongs to a known push service. Otherwise a stranger could make the service call
 * any address.
 *
 * @param services hosts, each with its subdomains
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  // Push services listen on the port of https. Another port of their host could be an attacker's choice.
  if (!isLoopback(url.hostname) && (url.protocol !== 'https:' || url.port !== '')) return false;
  return services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
