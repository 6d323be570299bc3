import { APIError } from 'better-auth/api';
import * as z from 'zod';
import { SignUpData } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { beginWith } from './auth-transaction.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { deleteUnconfirmed, lockEmail } from './users.queries.ts';

/** The only fields that a sign-up may carry. A role, a plan or any other field is refused, not ignored. */
const SignUpBody = SignUpData.extend({
  email: z.email().max(254),
  password: z.string(),
  name: z.string().max(200).optional(),
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
}).strict();

/**
 * Judges a sign-up in the same way whether the e-mail is known or not, and returns the body for Better Auth. An account
 * whose e-mail was never confirmed is replaced by the new one: otherwise someone could sign up first with another
 * person's address and so choose that person's password.
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
 * Sign-ups with one address run one after the other, so that two at the same moment get the same answers as two in a
 * row.
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
