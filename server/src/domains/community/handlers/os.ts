import { implement } from '@orpc/server';
import { community } from '#contract/community.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

const os = implement(community).$context<RequestContext>();
/** The implementer of this domain's procedures. */
export type Os = typeof os;
