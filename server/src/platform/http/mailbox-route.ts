import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { type Exchange, isRead, type Route, send, sendHtml, sendJson } from './exchange.ts';
import { escapeHtml, plainPage } from './html.ts';

const PAGE_SIZE = 100;

/** Returns whether the development mailbox exists. It exists only if emails do not leave the machine. */
export const hasMailbox = ({ smtpUrl, nodeEnv }: Pick<Config, 'smtpUrl' | 'nodeEnv'>): boolean =>
  !smtpUrl && nodeEnv !== 'production';

/**
 * GET /dev/mailbox lists the newest messages. /dev/mailbox/<id> shows one message, and /dev/mailbox/<id>/html only its
 * HTML part. /dev/mailbox.json[?to=<address>] returns the messages as JSON for tests, newest first.
 */
export function mailboxRoute(db: Db): Route {
  return {
    access: 'visitor',
    matches: (exchange) => exchange.url.pathname.startsWith('/dev/mailbox') && isRead(exchange),
    async answer(exchange) {
      const { pathname, searchParams } = exchange.url;
      const to = searchParams.get('to') ?? undefined;
      if (pathname === '/dev/mailbox.json') return sendJson(exchange, 200, await listMessages(db, to));
      if (pathname === '/dev/mailbox') return sendHtml(exchange, 200, listPage(await listMessages(db, to)));
      const [, id, part] = /^\/dev\/mailbox\/(\d{1,15})(\/html)?$/.exec(pathname) ?? [];
      const message = id && (await findMessage(db, Number(id)));
      if (!message) return false;
      return part ? sendPart(exchange, message.html) : sendHtml(exchange, 200, messagePage(message));
    },
  };
}

const messages = (db: Db) => db.selectFrom('mailbox').selectAll();

function listMessages(db: Db, to: string | undefined) {
  const newest = messages(db).orderBy('id', 'desc').limit(PAGE_SIZE);
  return (to ? newest.where('to', '=', to) : newest).execute();
}

const findMessage = (db: Db, id: number) => messages(db).where('id', '=', id).executeTakeFirst();

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Sends the HTML part of a message for a sandboxed frame. Scripts cannot run there, and links open in a new tab. */
function sendPart(exchange: Exchange, html: string): true {
  const headers = {
    'Cache-Control': 'no-store',
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  };
  return send(exchange, 200, 'text/html; charset=utf-8', `<base target="_blank">${html}`, headers);
}

function listPage(list: readonly Message[]): string {
  const rows = list.map(
    ({ id, at, to, subject, language }) =>
      `<tr><td><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to)}</td><td>${language}</td><td>${at.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Language</th><th>Sent (UTC)</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const body = list.length > 0 ? table : '<p>Nothing was sent yet.</p>';
  return plainPage(
    'Mailbox',
    `<main><h1>Mailbox</h1><p>Mail that would leave if SMTP_URL were set. Newest first.</p>${body}</main>`,
  );
}

function messagePage({ id, to, subject, text, at, attachments }: Message): string {
  const files = attachments.map(
    ({ file_name, content }) =>
      `<details><summary>${escapeHtml(file_name)}</summary><pre>${escapeHtml(content)}</pre></details>`,
  );
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(
    ([url]) => `<li><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></li>`,
  );
  return plainPage(
    subject,
    `<main><p><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(subject)}</h1><p>To ${escapeHtml(to)}, ${at.toUTCString()}</p>
<iframe title="The message as HTML" src="/dev/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
${files.length > 0 ? `<h2>Files</h2>${files.join('')}` : ''}
<h2>Links</h2><ul>${links.join('')}</ul><h2>As text</h2><pre>${escapeHtml(text)}</pre></main>`,
  );
}
