import { createHmac, randomUUID } from 'node:crypto';
import type { IceServer } from '#contract/video.ts';
import type { Config } from '#server/platform/config/config.ts';

/**
 * Returns the STUN and TURN servers for the two browsers of a visit. A TURN server accepts a user name that contains
 * the time of its expiry, with an HMAC of that name as the password. Only the TURN server and this service know the
 * secret of the HMAC. The name contains nothing about the person.
 */
export function iceServers(ice: Config['ice'], until: Date): IceServer[] {
  const stun = ice.stunUrls.length > 0 ? [{ urls: [...ice.stunUrls] }] : [];
  if (!ice.turn) return stun;
  const username = `${Math.ceil(until.getTime() / 1000)}:${randomUUID()}`;
  // The TURN servers require SHA-1 for this HMAC.
  const credential = createHmac('sha1', ice.turn.secret).update(username).digest('base64');
  return [...stun, { urls: [...ice.turn.urls], username, credential }];
}
