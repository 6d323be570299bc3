import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createContext, type LoaderFunctionArgs } from 'react-router';
import { contract } from 'virtual:wire-contract';
import type { Api } from './api.ts';

/** The procedures of the service. They run inside the process of the service, for the person who requested the page. */
export const serviceContext = createContext<Api | null>(null);

/**
 * Returns the procedures that loaders call. With `npm run dev`, Vite renders the pages and calls the service over HTTP.
 */
export function serviceFor({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>): Api {
  const service = context.get(serviceContext);
  if (service) return service;
  if (!import.meta.env.DEV) throw new Error('a page was rendered without the service');
  const url = process.env.FLAIRA_SERVICE ?? 'http://127.0.0.1:4600';
  const headers = { cookie: request.headers.get('cookie') ?? '' };
  return createORPCClient(new OpenAPILink(contract, { url, headers }));
}
