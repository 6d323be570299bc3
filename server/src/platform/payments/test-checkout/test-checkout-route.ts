import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Context } from '../../context.ts';
import { type Exchange, isRead, type Route, send, sendHtml } from '../../http/exchange.ts';
import { readText } from '../../http/read-body.ts';
import { Cards, type Card, type TestPage } from './objects.ts';
import { endedPage, testCheckoutCss, testCheckoutPage } from './page.ts';
import { openTestPage, passTime, payTestPage } from './pay-page.ts';

const { resolve } = createRequire(import.meta.url);
const fonts: Readonly<Record<string, string>> = {
  'inter.woff2': resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'fraunces.woff2': resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
};

const PATH = /^\/test-checkout\/([\w.-]{1,80})$/;

/**
 * GET and POST /test-checkout/<page>. The route exists only while the test checkout is the provider. Anyone who knows
 * the address of a page may pay on it.
 */
export function testCheckoutRoute(parts: Pick<Context, 'system' | 'outbox' | 'clock'>): Route {
  return {
    access: 'proof',
    matches: ({ url }) => PATH.test(url.pathname),
    async answer(exchange) {
      const [, name = ''] = PATH.exec(exchange.url.pathname) ?? [];
      if (name === 'style.css')
        return send(exchange, 200, 'text/css; charset=utf-8', testCheckoutCss, { 'Cache-Control': 'no-cache' });
      const font = isRead(exchange) ? fonts[name] : undefined;
      if (font) return send(exchange, 200, 'font/woff2', await readFile(font), { 'Cache-Control': 'max-age=86400' });
      if (isRead(exchange)) return show(exchange, await openTestPage(parts, name), false);
      if (exchange.req.method !== 'POST') return false;
      const form = new URLSearchParams(await readText(exchange.req, 1000));
      if (form.has('due')) return goBack(exchange, await passTime(parts, name));
      const card = form.get('card');
      const paid = await payTestPage(parts, name, isCard(card) ? card : 'declined');
      return show(exchange, paid?.page, paid?.isDeclined ?? false);
    },
  };
}

const isCard = (word: string | null): word is Card => Cards.some((card) => card === word);

function show(exchange: Exchange, page: TestPage | undefined, isDeclined: boolean): boolean {
  if (!page) return false;
  if (page.status === 'open') return sendHtml(exchange, isDeclined ? 402 : 200, testCheckoutPage(page, isDeclined));
  if (page.status === 'expired') return sendHtml(exchange, 410, endedPage(page));
  return goBack(exchange, page);
}

const goBack = (exchange: Exchange, page: TestPage | undefined): boolean =>
  page !== undefined &&
  send(exchange, 303, 'text/plain', '', { Location: page.success_url, 'Cache-Control': 'no-store' });
