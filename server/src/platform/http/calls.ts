import type { AnyProcedure, AnyRouter } from '@orpc/server';
import { accessRules, type Access } from '#contract/access.ts';
import type { BodyBounds } from '#contract/base.ts';
import type * as z from 'zod';

/**
 * The limits for the body of a call. A JSON body has a limit in bytes. A form has a limit for the size of its file, in
 * megabytes, and a limit for its number of parts.
 */
export type Body =
  | { readonly kind: 'json'; readonly max_bytes: number }
  | { readonly kind: 'form'; readonly max_mb: number; readonly max_parts: number };

/** One procedure, with the properties that the HTTP layer needs. */
export interface Call {
  /** Domain and procedure, such as `care.saveMedicalHistory`. */
  readonly name: string;
  readonly access: Access;
  readonly body: Body;
  readonly procedure: AnyProcedure;
}

/**
 * Returns the procedures of a router by their path. Each procedure is called with POST. Throws if a procedure does not
 * declare who may call it. The service then does not start.
 */
export function callsIn(router: AnyRouter): ReadonlyMap<string, Call> {
  return new Map(entriesIn(router, []));
}

function entriesIn(part: AnyRouter, path: readonly string[]): [string, Call][] {
  if (!('~orpc' in part))
    return Object.entries(part).flatMap(([name, inner]) => entriesIn(inner as AnyRouter, [...path, name]));
  const procedure = part as AnyProcedure;
  const { route, meta, inputSchema } = procedure['~orpc'];
  const { access, body } = meta as { access?: Access; body: BodyBounds };
  const name = path.join('.');
  if (access === undefined || !Object.hasOwn(accessRules, access))
    throw new Error(`${name} declares nobody who may call it`);
  if (route.path === undefined || route.method !== 'POST') throw new Error(`${name} has no address for POST`);
  return [[route.path, { name, access, body: toBody(body, inputSchema), procedure }]];
}

/** Returns the limits for the body of a call. A form may have as many parts as its procedure has fields. */
const toBody = (body: BodyBounds, schema: unknown): Body =>
  'max_kb' in body
    ? { kind: 'json', max_bytes: body.max_kb * 1024 }
    : { kind: 'form', max_mb: body.form_max_mb, max_parts: Object.keys((schema as z.ZodObject).shape).length };
