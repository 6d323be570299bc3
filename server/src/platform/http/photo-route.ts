import type { PhotoStore } from '../storage/photo-store.ts';
import type { RefusalWatch } from '../refusals/refusal-watch.ts';
import { isRead, type Route, send, sendRefusal } from './exchange.ts';

const PATH = /^\/photos\/([^/]+)$/;

/**
 * GET /photos/<id>?e=…&s=…[&v=thumb] sends a decrypted image to a caller with a signed link. The caller needs nothing
 * but the link. No cache stores a copy and no search engine shows it. The response to a forged, expired or revoked link
 * is the same as for a photo that does not exist.
 */
export function photoRoute(photos: Pick<PhotoStore, 'open'>, watch: Pick<RefusalWatch, 'saw'>): Route {
  return {
    access: 'proof',
    matches: (exchange) => PATH.test(exchange.url.pathname) && isRead(exchange),
    async answer(exchange) {
      const id = PATH.exec(exchange.url.pathname)?.[1] ?? '';
      const headers = {
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        'Content-Disposition': 'inline',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      };
      const photo = await photos.open(id, exchange.url.searchParams);
      if (!photo) await watch.saw({ caller: { kind: 'visitor', language: 'en' }, ip: exchange.ip, name: 'photos' }, id);
      if (!photo) return sendRefusal(exchange, 404, 'NOT_FOUND', undefined, headers);
      return send(exchange, 200, photo.contentType, photo.bytes, headers);
    },
  };
}
