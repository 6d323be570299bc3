import Stripe from 'stripe';

/** Address of the API that the Stripe library calls. If empty, Stripe itself is used. */
export type StripeAddress = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

/**
 * The version of Stripe's API for which our code was written. If an update of the library uses another API version, our
 * code no longer compiles.
 */
export const STRIPE_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION;

type Effort = Pick<Stripe.StripeConfig, 'maxNetworkRetries' | 'timeout'>;

/** @param url origin of a stand-in, for example `http://localhost:12111`; Stripe itself if undefined */
export const addressOf = (url: string | undefined): StripeAddress => {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  // The brackets of an IPv6 address belong to the URL and not to the host name.
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  };
};

export const openStripe = (secretKey: string, address: StripeAddress, effort: Effort): Stripe =>
  new Stripe(secretKey, { ...address, ...effort, apiVersion: STRIPE_VERSION, telemetry: false });
