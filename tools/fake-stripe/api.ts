import { ApiError, type Books, known, type Metadata, type Price, type Session } from './books.ts';
import { decideDispute, dispute, failRefund, refund } from './money.ts';
import { expirePage } from './pages.ts';
import { cancelAtEnd, change, dueOf, end, moveBalance, priceOfChange, renew } from './plans.ts';

/** Fields of a form or a query. A name such as `line_items[0][price]` is not split into its parts. */
export type Fields = Readonly<Record<string, string>>;

type Answer = (books: Books, id: string, fields: Fields, origin: string) => object;

const integer = (fields: Fields, name: string): number => {
  const value = Number(fields[name]);
  if (!Number.isInteger(value)) throw new ApiError(400, 'parameter_invalid_integer', name);
  return value;
};
const metadataIn = (fields: Fields, before = 'metadata'): Metadata =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(`${before}[`))
      .map(([name, value]) => [name.slice(before.length + 1, -1), value]),
  );
const list = (data: readonly object[], has_more = false) => ({ object: 'list', data, has_more });

/** The API calls that our adapter makes, by method and path. `:id` is any id. */
export const api: Readonly<Record<string, Answer>> = {
  'POST /v1/checkout/sessions': (books, _id, fields, origin) => openSession(books, fields, origin),
  'GET /v1/checkout/sessions/:id': (books, id) => known(books.sessions, id),
  'POST /v1/checkout/sessions/:id/expire': (books, id) => expirePage(books, id),
  'GET /v1/payment_intents/:id': (books, id) => ({
    id,
    object: 'payment_intent',
    latest_charge: known(books.charges, id),
  }),
  'POST /v1/refunds': (books, _id, fields) =>
    refund(
      books,
      fields.payment_intent ?? '',
      fields.amount === undefined ? undefined : integer(fields, 'amount'),
      metadataIn(fields),
    ),
  'GET /v1/refunds': (books, _id, fields) =>
    list([...books.refunds.values()].filter((one) => one.payment_intent === fields.payment_intent)),
  'GET /v1/prices': (books, _id, fields) =>
    list([...books.prices.values()].filter((one) => one.lookup_key === fields['lookup_keys[0]'])),
  'POST /v1/prices': (books, _id, fields) => makePrice(books, fields),
  'GET /v1/subscriptions/:id': (books, id) => known(books.subscriptions, id),
  'POST /v1/subscriptions/:id': (books, id, fields) =>
    fields['items[0][price]'] === undefined
      ? cancelAtEnd(books, id, fields.cancel_at_period_end === 'true')
      : change(books, id, fields['items[0][price]'], integer(fields, 'proration_date')),
  'DELETE /v1/subscriptions/:id': (books, id) => end(books, id),
  'GET /v1/invoices': (books, _id, { subscription, status }) =>
    list(
      [...books.invoices.values()].filter(
        (one) => one.parent.subscription_details.subscription === subscription && one.status === status,
      ),
    ),
  'GET /v1/invoices/:id': (books, id) => known(books.invoices, id),
  'POST /v1/invoices/create_preview': (books, _id, fields) => previewOf(books, fields),
  'POST /v1/billing_portal/sessions': (books, _id, fields) => openPortal(books, fields),
  'GET /v1/customers/:id/balance_transactions': ({ customerMoves }, id) =>
    list(customerMoves.filter(({ customer }) => customer === id).toReversed()),
  'POST /v1/customers/:id/balance_transactions': (books, id, fields) =>
    moveBalance(books, {
      customer: id,
      amount: integer(fields, 'amount'),
      currency: fields.currency ?? '',
      invoice: null,
      metadata: metadataIn(fields),
    }),
  'POST /v1/customers/:id/balance_transactions/:id': ({ customerMoves }, id, fields) => {
    const move = customerMoves.find((one) => one.id === id);
    if (!move) throw new ApiError(404, 'resource_missing');
    return Object.assign(move, { metadata: { ...move.metadata, ...metadataIn(fields) } });
  },
  'GET /v1/balance_transactions': (books, _id, fields) => listMoves(books, fields),
  'GET /v1/balance': () => ({ object: 'balance', livemode: false, available: [], pending: [] }),
};

/** Calls that simulate events at banks and the passing of time. Stripe itself has no such calls. */
export const happenings: Readonly<Record<string, Answer>> = {
  'POST /fake/refunds/:id/fail': (books, id) => failRefund(books, id),
  'POST /fake/payments/:id/dispute': (books, id) => dispute(books, id),
  'POST /fake/disputes/:id/win': (books, id) => decideDispute(books, id, 'won'),
  'POST /fake/disputes/:id/lose': (books, id) => decideDispute(books, id, 'lost'),
  'POST /fake/subscriptions/:id/renew': (books, id) => renew(books, id),
  'GET /fake/payments': (books) => list([...books.charges.values()]),
  'GET /fake/refunds': (books) => list([...books.refunds.values()]),
  'GET /fake/subscriptions': (books) => list([...books.subscriptions.values()]),
};

function openSession(books: Books, fields: Fields, origin: string): Session {
  const isPlan = fields.mode === 'subscription';
  const priceId = fields['line_items[0][price]'];
  const price = isPlan ? known(books.prices, priceId ?? '') : undefined;
  const id = books.nextId('cs');
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: isPlan ? 'subscription' : 'payment',
    status: 'open',
    payment_status: 'unpaid',
    url: `${origin}/pay/${id}`,
    expires_at: integer(fields, 'expires_at'),
    amount_total: price?.unit_amount ?? integer(fields, 'line_items[0][price_data][unit_amount]'),
    currency: price?.currency ?? fields['line_items[0][price_data][currency]'] ?? '',
    metadata: metadataIn(fields),
    payment_intent: null,
    subscription: null,
    customer: fields.customer ?? null,
    success_url: fields.success_url ?? '',
    price: priceId ?? null,
  };
  const life_s = session.expires_at - books.now();
  // Stripe's own limits.
  if (life_s < 30 * 60 || life_s > 24 * 3600) throw new ApiError(400, 'parameter_invalid', 'expires_at');
  books.sessions.set(id, session);
  return session;
}

/**
 * Opens the page on which a known customer changes the card. This fake has no such page and returns the address of our
 * page.
 */
function openPortal({ subscriptions }: Books, { customer, return_url = '' }: Fields): object {
  if (![...subscriptions.values()].some((one) => one.customer === customer))
    throw new ApiError(400, 'resource_missing', 'customer');
  return { id: 'bps_fake', object: 'billing_portal.session', url: return_url };
}

function makePrice(books: Books, fields: Fields): Price {
  const price: Price = {
    id: books.nextId('price'),
    object: 'price',
    lookup_key: fields.lookup_key ?? '',
    unit_amount: integer(fields, 'unit_amount'),
    currency: fields.currency ?? '',
    nickname: fields['product_data[name]'] ?? null,
    recurring: { interval: fields['recurring[interval]'] === 'year' ? 'year' : 'month' },
    metadata: metadataIn(fields),
  };
  books.prices.set(price.id, price);
  return price;
}

function previewOf(books: Books, fields: Fields): object {
  const price = known(books.prices, fields['subscription_details[items][0][price]'] ?? '');
  const at = integer(fields, 'subscription_details[proration_date]');
  const subscription = known(books.subscriptions, fields.subscription ?? '');
  const total = priceOfChange(books, subscription.id, price.id, at);
  return { object: 'invoice', ...dueOf(books, subscription, total), currency: price.currency };
}

/** Lists balance transactions, the newest first, page by page. */
function listMoves({ moves }: Books, fields: Fields): object {
  const [from, until] = [integer(fields, 'created[gte]'), integer(fields, 'created[lt]')];
  const limit = integer(fields, 'limit');
  const all = moves.filter(({ created }) => created >= from && created < until).toReversed();
  const start = fields.starting_after ? all.findIndex(({ id }) => id === fields.starting_after) + 1 : 0;
  return list(all.slice(start, start + limit), all.length > start + limit);
}
