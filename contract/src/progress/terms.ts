import * as z from 'zod';
import type { Access } from '../access.ts';
import { rpc } from '../base.ts';

/**
 * Limits of lists and inputs. `monthly_target` is the default target, and `monthly_target_max` is the highest target.
 */
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
  /** The person has already joined the challenge, and it is still running. */
  CHALLENGE_RUNNING: { status: 409 },
  /** The link is the caller's own, or the caller and the owner of the link are already connected. */
  ALREADY_CONNECTED: { status: 409 },
  TOO_MANY_FRIENDS: { status: 409 },
  REWARD_LOCKED: { status: 409 },
  /** Another administrator has changed this product in the meantime. `version` is the current version. */
  PRODUCT_CHANGED: { status: 409, data: z.object({ version: z.number().int() }) },
} as const;

export const progressProcedure = <A extends Access>(name: string, access: A, summary: string) =>
  rpc(name, access, 'progress', summary);
