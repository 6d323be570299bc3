import type { ClientLoaderFunctionArgs } from 'react-router';
import { languageOf } from '#web/paths.ts';

export { default } from './public-layout.tsx';

/**
 * Loads the published content for the header and the footer of pages that the browser renders. If the service does not
 * respond, the footer leaves out the content that administrators publish.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { call } = await import('#web/lib/api.ts');
  return call.site.readSite({ language: languageOf(new URL(request.url).pathname) }).catch(() => null);
}
