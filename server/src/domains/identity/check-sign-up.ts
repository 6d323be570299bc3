import { APIError } from 'better-auth/api';
import * as z from 'zod';
import { SignUpData } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { beginWith } from './auth-transaction.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { deleteUnconfirmed, lockEmail } from './users.queries.ts';

/**
 * The only fields that a sign-up may contain. The service refuses a sign-up with any other field, such as a role or a
 * plan.
 */
const SignUpBody = SignUpData.extend({
  email: z.email().max(254),
  password: z.string(),
  name: z.string().max(200).optional(),
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
}).strict();

/**
 * Checks a sign-up and returns the request body for Better Auth. Known and unknown email addresses get the same checks.
 * If an account with this email address exists but the address was never confirmed, the new account replaces it. If the
 * old account stayed, a stranger could sign up first with another person's address, and thereby choose that person's
 * password.
 */
export async function checkSignUp(ctx: Context, body: unknown): Promise<Record<string, unknown>> {
  const parsed = SignUpBody.safeParse(body);
  if (!parsed.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', fields: fieldsOf(parsed.error) });
  const { callbackURL: _ours, name: _derived, ...data } = parsed.data;
  await refuseWeakPassword(ctx, data.password, [data.first_name, data.last_name, data.email]);
  beginWith((tx) => giveWay(tx, data.email));
  return { ...data, name: `${data.first_name} ${data.last_name}`.trim() || data.email };
}

/**
 * Deletes an unconfirmed account with this address. Sign-ups with the same address run one after the other. Two
 * simultaneous sign-ups therefore get the same answers as two in sequence.
 */
async function giveWay(tx: Tx, email: string): Promise<void> {
  await lockEmail(tx, email);
  await deleteUnconfirmed(tx, email);
}

function fieldsOf(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names) (fields[name] ??= []).push(issue.code);
  }
  return fields;
}
