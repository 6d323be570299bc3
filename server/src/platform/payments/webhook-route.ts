import type { Context } from '../context.ts';
import { type Route, sendJson, sendRefusal } from '../http/exchange.ts';
import { receiveNotice } from './inbox.ts';
import { NoticeRefused } from './notices.ts';
import { readText } from '../http/read-body.ts';

const MAX_NOTICE_BYTES = 1024 * 1024;

/**
 * POST /api/payments/webhook, to which the provider reports events. The response is 200 once the webhook event is
 * stored, and 400 if it is forged, late or unreadable.
 */
export function paymentWebhookRoute(context: Context): Route {
  return {
    access: 'proof',
    matches: ({ url, req }) => url.pathname === '/api/payments/webhook' && req.method === 'POST',
    async answer(exchange) {
      const { req } = exchange;
      try {
        const body = await readText(req, MAX_NOTICE_BYTES);
        await receiveNotice(context, body, String(req.headers['stripe-signature'] ?? ''));
        return sendJson(exchange, 200, { received: true });
      } catch (error) {
        if (!(error instanceof NoticeRefused)) throw error;
        context.log.warn({ reason: error.reason }, 'payment notice refused');
        return sendRefusal(exchange, 400, 'NOTICE_REFUSED');
      }
    },
  };
}
