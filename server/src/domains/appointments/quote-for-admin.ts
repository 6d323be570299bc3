import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { find, findQuoteVersion } from './appointments.queries.ts';
import { documentOf } from './paper-document.ts';
import { acceptedQuote, quoteNumber } from './quote.ts';

/**
 * Returns a version of a quote, even if it was replaced. The quote is in the language in which the patient accepted it,
 * otherwise in the reader's language. The audit log records the call.
 */
export const getQuoteForAdmin = (ctx: Context, admin: SignedIn, id: string, version: number): Promise<File> =>
  renderPdf(ctx, () =>
    withStaff(ctx.db, admin.userId, async (tx) => {
      const row = await find(tx, id);
      const offer = row && (await findQuoteVersion(tx, id, version));
      if (!row || !offer) throw new Refusal('NOT_FOUND');
      await ctx.audit.record(tx, {
        actor: admin.userId,
        actor_role: admin.role,
        action: 'appointment.viewed',
        subject: `appointment:${id}`,
        patient_id: row.patient_id,
        reason: 'quote',
        details: { version },
      });
      const { paper } = acceptedQuote(row, offer, siteLanguage(admin.language));
      return documentOf(paper, offer.created_at, `${quoteNumber(offer).replace(' ', '-')}-quote.pdf`);
    }),
  );
