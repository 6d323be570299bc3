import type { Context } from '#server/platform/context.ts';
import { withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { paperOf } from './invoice-paper.ts';
import { find } from './invoices.queries.ts';

/** Returns the PDF of an invoice for its buyer or for an administrator. */
export const getInvoicePdf = (ctx: Context, caller: SignedIn, id: string): Promise<File> =>
  renderPdf(ctx, async () => {
    const as = caller.role === 'admin' ? withStaff : withUser;
    const invoice = await as(ctx.db, caller.userId, (tx) => find(tx, id));
    if (!invoice) throw new Refusal('NOT_FOUND');
    return { name: `${invoice.number}.pdf`, paper: paperOf(invoice) };
  });
