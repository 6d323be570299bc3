import { ApiError, type Books, known, type Session } from './books.ts';
import { takePayment } from './money.ts';
import { begin } from './plans.ts';

/** Reports the outcome of a Checkout page and returns where the browser goes next. */
export function payPage(books: Books, id: string, card: 'accepted' | 'declined'): string {
  const session = openSession(books, id);
  if (card === 'declined') {
    books.tell('payment_intent.payment_failed', {
      id: books.nextId('pi'),
      object: 'payment_intent',
      metadata: session.metadata,
    });
    return session.url;
  }
  session.status = 'complete';
  session.payment_status = 'paid';
  if (session.mode === 'payment') {
    const { amount_total: amount, currency, metadata } = session;
    session.payment_intent = takePayment(books, { amount, currency, metadata }).payment_intent;
  } else {
    session.customer ??= books.nextId('cus');
    const price = known(books.prices, session.price ?? '');
    session.subscription = begin(books, price, session.metadata, session.customer).id;
  }
  books.tell('checkout.session.completed', session);
  return session.success_url;
}

export function expirePage(books: Books, id: string): Session {
  const session = openSession(books, id);
  session.status = 'expired';
  books.tell('checkout.session.expired', session);
  return session;
}

function openSession(books: Books, id: string): Session {
  const session = known(books.sessions, id);
  if (session.status === 'open' && session.expires_at <= books.now()) session.status = 'expired';
  if (session.status !== 'open') throw new ApiError(400, 'session_not_open', `The page is ${session.status}`);
  return session;
}

/** Returns the HTML of the payment page, which says that it is a fake. */
export const pageHtml = ({ id, amount_total, currency }: Session): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fake Stripe</title>
<body style="font: 1rem system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem">
<h1>Fake Stripe</h1>
<p>No money moves. This program stands in for Stripe on your machine.</p>
<p><strong>${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}</strong></p>
<form method="post" action="/pay/${id}"><button name="card" value="accepted">Pay</button>
<button name="card" value="declined">Have the card declined</button></form>
</body></html>`;
