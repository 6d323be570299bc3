import type { LoaderFunctionArgs } from 'react-router';
import { serviceFor } from '#web/lib/service.server.ts';

export const loadLibrary = async (args: LoaderFunctionArgs) => ({
  communities: await serviceFor(args).community.listLibrary({}),
});

/**
 * Loads a page of the library. The address contains the tag and the position in the list. If the tag or the position
 * does not exist, the response is 404.
 */
export async function loadLibraryPage(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const [tag, before] = [searchParams.get('tag'), searchParams.get('before')];
  const slug = args.params.slug ?? '';
  const asked = { slug, ...(tag !== null && { tag }), ...(before !== null && { before }) };
  if ([slug, tag ?? '', before ?? ''].some((part) => part.length > MOST)) throw new Response(null, { status: 404 });
  const page = await serviceFor(args).community.getLibraryPage(asked);
  if (!page) throw new Response(null, { status: 404 });
  return { page, isOlder: before !== null };
}

export async function loadLibraryThread(args: LoaderFunctionArgs) {
  const { slug = '', postId = '' } = args.params;
  if (slug.length > MOST || postId.length > MOST) throw new Response(null, { status: 404 });
  const thread = await serviceFor(args).community.getLibraryThread({ slug, post_id: postId });
  if (!thread) throw new Response(null, { status: 404 });
  return thread;
}

export async function loadLibraryGuide(args: LoaderFunctionArgs) {
  const { slug = '', guideId = '' } = args.params;
  if (slug.length > MOST || guideId.length > MOST) throw new Response(null, { status: 404 });
  const guide = await serviceFor(args).community.getLibraryGuide({ slug, guide_id: guideId });
  if (!guide) throw new Response(null, { status: 404 });
  return guide;
}

const MOST = 200;
