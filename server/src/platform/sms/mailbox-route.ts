import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { isRead, type Route, sendHtml, sendJson } from '../http/exchange.ts';
import { escapeHtml, plainPage } from '../http/html.ts';
import './sms.table.ts';

const PAGE_SIZE = 100;

/** Returns whether the development mailbox exists. It exists only if text messages do not leave the machine. */
export const hasSmsMailbox = ({ sms, nodeEnv }: Pick<Config, 'sms' | 'nodeEnv'>): boolean =>
  !sms && nodeEnv !== 'production';

/**
 * GET /dev/sms lists the newest text messages. /dev/sms.json[?to=<number>] returns them as JSON for tests, newest
 * first.
 */
export function smsMailboxRoute(db: Db): Route {
  return {
    access: 'visitor',
    matches: (exchange) => ['/dev/sms', '/dev/sms.json'].includes(exchange.url.pathname) && isRead(exchange),
    async answer(exchange) {
      const { pathname, searchParams } = exchange.url;
      const to = searchParams.get('to');
      const newest = db
        .selectFrom('sms_mailbox')
        .select(['id', 'at', 'to', 'text'])
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE);
      const list = await (to ? newest.where('to', '=', to) : newest).execute();
      return pathname.endsWith('.json') ? sendJson(exchange, 200, list) : sendHtml(exchange, 200, page(list));
    },
  };
}

function page(list: readonly { to: string; text: string; at: Date }[]): string {
  const rows = list.map(
    ({ to, text, at }) =>
      `<tr><td>${escapeHtml(text)}</td><td>${escapeHtml(to)}</td><td>${at.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Text</th><th>To</th><th>Sent (UTC)</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const body = list.length > 0 ? table : '<p>Nothing was sent yet.</p>';
  return plainPage(
    'Text messages',
    `<main><h1>Text messages</h1><p>SMS that would leave if SMS_API_KEY were set. Newest first.</p>${body}</main>`,
  );
}
