import type { AnyContractRouter, ContractProcedure } from '@orpc/contract';
import { implement, type ProcedureImplementer, type RouterImplementer } from '@orpc/server';
import type { Access } from '#contract/access.ts';
import type { CallerOf } from './caller.ts';
import type { RequestContext } from './request-context.ts';

/** The context of a handler. The access check (gate.ts) has admitted the caller, so `caller` has the declared type. */
type Admitted<A extends Access> = Omit<RequestContext, 'caller'> & { readonly caller: CallerOf<A> };

type Implementer<T extends AnyContractRouter> =
  T extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta extends { access: Access }>
    ? ProcedureImplementer<RequestContext, Admitted<Meta['access']>, Input, Output, Errors, Meta>
    : Pick<RouterImplementer<T, RequestContext, RequestContext>, 'router'> & {
        readonly [K in keyof T]: T[K] extends AnyContractRouter ? Implementer<T[K]> : never;
      };

/**
 * Returns the builder with which a domain implements its part of the contract. The access check of `apiRoute` or
 * `inProcessCalls` runs before every handler and guarantees the type of `caller`.
 */
export const implementContract = <T extends AnyContractRouter>(contract: T): Implementer<T> =>
  implement(contract).$context<RequestContext>() as unknown as Implementer<T>;
