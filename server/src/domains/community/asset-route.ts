import type { Context } from '#server/platform/context.ts';
import { isRead, type Route, send, sendRefusal } from '#server/platform/http/exchange.ts';
import { isAssetLinkValid } from './asset-links.ts';
import { openImage } from './images.ts';

const PATH = /^\/community-assets\/((?:posts|banners|icons)\/[\w-]+\.jpg)$/;

/**
 * Answers GET /community-assets/<path> with an image of a post, a banner or an icon. An image that the caller may not
 * see gets the same answer as one that does not exist.
 */
export function assetRoute(ctx: Context): Route {
  return {
    access: 'proof',
    matches: (exchange) => exchange.url.pathname.startsWith('/community-assets/') && isRead(exchange),
    async answer(exchange) {
      const headers = {
        'X-Robots-Tag': 'noindex',
        'Content-Disposition': 'inline',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      };
      const path = PATH.exec(exchange.url.pathname)?.[1];
      const image = path ? await openImage(ctx, path, isAssetLinkValid(ctx, path, exchange.url.searchParams)) : null;
      if (!image)
        return sendRefusal(exchange, 404, 'NOT_FOUND', undefined, { ...headers, 'Cache-Control': 'no-store' });
      // Browsers may cache an image that everyone may see, but only for five minutes. A removed image therefore soon
      // disappears from pages.
      const cache = image.isOpen ? 'private, max-age=300' : 'no-store';
      return send(exchange, 200, 'image/jpeg', image.bytes, { ...headers, 'Cache-Control': cache });
    },
  };
}
