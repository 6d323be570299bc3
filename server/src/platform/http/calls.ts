import type { AnyProcedure, AnyRouter } from '@orpc/server';
import { accessRules, type Access } from '#contract/access.ts';

/** One procedure as the wire knows it. */
export interface Call {
  /** `care.saveMedicalHistory` */
  readonly name: string;
  readonly access: Access;
  readonly procedure: AnyProcedure;
}

/** The procedures of a router by their address, each called by POST. A procedure that declares nobody who may call it keeps the service from starting. */
export function callsIn(router: AnyRouter): ReadonlyMap<string, Call> {
  return new Map(entriesIn(router, []));
}

function entriesIn(part: AnyRouter, path: readonly string[]): [string, Call][] {
  if (!('~orpc' in part))
    return Object.entries(part).flatMap(([name, inner]) => entriesIn(inner as AnyRouter, [...path, name]));
  const procedure = part as AnyProcedure;
  const { route, meta } = procedure['~orpc'];
  const { access } = meta as { access?: Access };
  const name = path.join('.');
  if (access === undefined || !Object.hasOwn(accessRules, access))
    throw new Error(`${name} declares nobody who may call it`);
  if (route.path === undefined || route.method !== 'POST') throw new Error(`${name} has no address for POST`);
  return [[route.path, { name, access, procedure }]];
}
