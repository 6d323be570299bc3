import * as z from 'zod';
import type { Access } from '../access.ts';
import { rpc } from '../base.ts';

/** Limits of lists and inputs. `monthly_target` is the default, and `monthly_target_max` its limit. */
export const ProgressLimits = {
  friends_shown: 12,
  friends: 100,
  monthly_target: 30,
  monthly_target_max: 300,
  history: 24,
  products_shown: 4,
  products: 500,
  shares_a_day: 50,
  invite_days: 30,
  gallery_page: 60,
} as const;

export const progressRefusals = {
  /** The person has joined the challenge already, and it is still running. */
  CHALLENGE_RUNNING: { status: 409 },
  /** The link is the caller's own, or the two are already connected. */
  ALREADY_CONNECTED: { status: 409 },
  TOO_MANY_FRIENDS: { status: 409 },
  REWARD_LOCKED: { status: 409 },
  /** Another administrator saved this product first. `version` is the current one. */
  PRODUCT_CHANGED: { status: 409, data: z.object({ version: z.number().int() }) },
} as const;

/** Browsers name some zones by an older or newer name than Intl.supportedValuesOf lists. Every name that Intl can compute with is accepted. */
function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export const TimeZone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+/-]*$/)
  .refine(isKnownZone)
  .default('Europe/Paris');

export const progressProcedure = <A extends Access>(name: string, access: A, summary: string) =>
  rpc(name, access, 'progress', summary);
