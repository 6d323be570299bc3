import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** On the request by which the development server asks itself for the page as React drew it. */
const UNFILLED = 'x-flaira-unfilled';

/** Under `npm run dev` public pages say what the service knows, as they do when they are built: it fills them, and answers their forms. */
export function filledInDevelopment(service: string): Plugin {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const address = req.url ?? '/';
    const { cookie = '', host = '' } = req.headers;
    const drawn = await fetch(`http://${host}${address}`, {
      headers: { accept: 'text/html', cookie, [UNFILLED]: '1' },
      redirect: 'manual',
    });
    const html = await drawn.text();
    // A page that React takes over is sent as it was drawn.
    if (!/ data-(fill|if|unless|each)="/.test(html) || html.includes('__reactRouterContext')) return false;
    const body = JSON.stringify({ address, html, form: req.method === 'POST' ? await bodyOf(req) : null });
    const filled = await fetch(`${service}/dev/fill`, { method: 'POST', headers: { cookie }, body });
    res.writeHead(drawn.status === 200 ? filled.status : drawn.status, { 'content-type': 'text/html; charset=utf-8' });
    res.end(await filled.text());
    return true;
  }
  return {
    name: 'filled-in-development',
    configureServer({ middlewares }) {
      middlewares.use(async (req, res, next) => {
        const isPage = req.headers.accept?.includes('text/html') && !req.headers[UNFILLED];
        // Until the service is up, pages stand there as they were drawn.
        if (!isPage || !(await answer(req, res).catch(() => false))) next();
      });
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}
