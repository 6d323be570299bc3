import * as z from 'zod';
import type { Accounts } from '../domain.ts';
import { type Exchange, type Route, send } from './exchange.ts';
import { parseTemplate } from './page-template.ts';
import type { Filling, PageVisit } from './pages.ts';
import { readText } from './read-body.ts';
import { visitOf } from './visit.ts';

const MAX_BYTES = 5_000_000;
const Unfilled = z.object({ address: z.string(), html: z.string(), form: z.string().nullable() });

interface DevFillParts {
  readonly accounts: Pick<Accounts, 'resolveCaller'>;
  fill(visit: PageVisit): Promise<Filling | 'missing'>;
}

/** POST /dev/fill: a page as the development server drew it, filled as visitors see it. Never there in production. */
export function devFillRoute({ accounts, fill }: DevFillParts): Route {
  return {
    access: 'visitor',
    matches: ({ url, req }) => url.pathname === '/dev/fill' && req.method === 'POST',
    async answer(exchange) {
      const { address, html, form } = Unfilled.parse(JSON.parse(await readText(exchange.req, MAX_BYTES)));
      const seen: Exchange = { ...exchange, url: new URL(address, exchange.url) };
      const filling = await fill({
        ...visitOf(seen, accounts),
        form: form === null ? null : new URLSearchParams(form),
      });
      if (filling === 'missing') return send(exchange, 404, 'text/html; charset=utf-8', html);
      return send(exchange, 200, 'text/html; charset=utf-8', parseTemplate(html)?.(filling.data) ?? html);
    },
  };
}
