import { isRead, type Route, send, sendHtml } from './exchange.ts';
import { plainPageCss } from './html.ts';
import { generateOpenApi } from './openapi.ts';
import { referencePage } from './reference-page.ts';

const CACHED = { 'Cache-Control': 'no-cache' };

/**
 * Answers GET /api/openapi.json, /api/reference and the style sheet of the pages that the service writes itself
 * (html.ts). The service makes the document and the reference at the first request.
 */
export function referenceRoute(): Route {
  let made: Promise<{ json: string; page: string }> | undefined;
  const make = async () => {
    const document = await generateOpenApi();
    return { json: JSON.stringify(document), page: referencePage(document) };
  };
  const pages = ['/api/plain-page.css', '/api/openapi.json', '/api/reference'];
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && pages.includes(exchange.url.pathname),
    async answer(exchange) {
      const { pathname } = exchange.url;
      if (pathname === '/api/plain-page.css')
        return send(exchange, 200, 'text/css; charset=utf-8', plainPageCss, CACHED);
      made ??= make();
      const { json, page } = await made;
      if (pathname === '/api/reference') return sendHtml(exchange, 200, page);
      return send(exchange, 200, 'application/json; charset=utf-8', json, CACHED);
    },
  };
}
