const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === 'localhost';

/**
 * Returns true if an address that a browser sent belongs to a known push service. Without this check a stranger could
 * make our service send requests to any address.
 *
 * @param services hosts; the subdomains of each host are allowed too
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  // Push services use the standard port of https. An attacker could otherwise choose another port on a host of the push
  // service.
  if (!isLoopback(url.hostname) && (url.protocol !== 'https:' || url.port !== '')) return false;
  return services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
