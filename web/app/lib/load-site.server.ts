import type { LoaderFunctionArgs } from 'react-router';
import { type PublicSite, SiteRegions } from '#contract/site.ts';
import { serviceFor } from './service.server.ts';
import { languageOf } from '../paths.ts';

/**
 * Loads the published content of the public pages. With `?preview=FR` in the address, an administrator gets the drafts
 * for the region FR.
 */
export function loadSite(args: LoaderFunctionArgs): Promise<PublicSite> {
  const { pathname, searchParams } = new URL(args.request.url);
  const preview = SiteRegions.find((region) => region === searchParams.get('preview')) ?? null;
  return serviceFor(args).site.readSite({ language: languageOf(pathname), preview });
}
