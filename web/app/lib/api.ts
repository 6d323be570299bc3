import { createORPCClient, ORPCError } from '@orpc/client';
import { ClientRetryPlugin, type ClientRetryPluginContext } from '@orpc/client/plugins';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from 'virtual:wire-contract';
import type { Contract } from '#contract/index.ts';
import { earlyAnswer } from './early-answers.ts';
import { fetchWithProof } from './fetch-with-proof.ts';
import { loadRefusalSentences } from './i18n.ts';
import { askOnTime } from './service-clock.ts';

const firstPause_ms = 200;
const mostRetries = 4;
const retryable = new Set([502, 503, 504]);

/**
 * Whether a failed call may be repeated. It may be repeated after a lost connection, or after an error of the gateway
 * while the service starts. Any other response comes from the service itself.
 */
function mayRetry(error: unknown): boolean {
  if (error instanceof ORPCError) return retryable.has(error.status);
  return error instanceof TypeError;
}

/**
 * Returns the response. If it is a refusal, the sentences for refusals are loaded first, so that the screen can show
 * the right one.
 */
async function withSentence(answer: Promise<Response>): Promise<Response> {
  const { status } = await answer;
  if (status >= 400 && status < 500) await loadRefusalSentences();
  return answer;
}

interface CallContext extends ClientRetryPluginContext {
  /** True if the call must reach the service although the page is being closed. */
  keepalive?: boolean;
}

const link = new OpenAPILink<CallContext>(contract, {
  url: () => location.origin,
  fetch: (request, init, { context: { keepalive = false } }, _path, input) =>
    withSentence(
      earlyAnswer(request.url, input) ??
        askOnTime(() => fetchWithProof(request, { ...init, credentials: 'include', keepalive })),
    ),
  plugins: [
    new ClientRetryPlugin({
      default: {
        retry: mostRetries,
        retryDelay: ({ attemptIndex }) => firstPause_ms * 2 ** attemptIndex,
        shouldRetry: ({ error }) => mayRetry(error),
      },
    }),
  ],
});

export type Api = JsonifiedClient<ContractRouterClient<Contract, CallContext>>;

/** The procedures of the service by name, for example `await call.identity.whoAmI()`. */
export const call: Api = createORPCClient(link);

/** The same procedures for TanStack Query, for example `useQuery(api.simulation.getMyCase.queryOptions())`. */
export const api = createTanstackQueryUtils(call);
