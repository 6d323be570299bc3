import Stripe from 'stripe';

/** Address of the API. Absent: Stripe itself. */
export type StripeAddress = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

/** The version of the interface for which our code was written. An update of the library with another version does not compile. */
export const STRIPE_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION;

type Effort = Pick<Stripe.StripeConfig, 'maxNetworkRetries' | 'timeout'>;

/** @param url origin of a stand-in, `http://localhost:12111`; absent: Stripe itself */
export const addressOf = (url: string | undefined): StripeAddress => {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  // An IPv6 address has brackets only in a URL.
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  };
};

export const openStripe = (secretKey: string, address: StripeAddress, effort: Effort): Stripe =>
  new Stripe(secretKey, { ...address, ...effort, apiVersion: STRIPE_VERSION, telemetry: false });
