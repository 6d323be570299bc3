import type { Language } from '#contract/base.ts';
import en from '#messages/en/care.json' with { type: 'json' };
import fr from '#messages/fr/care.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import type { FillPage } from '#server/platform/http/pages.ts';
import { verifySignature } from './verify-signature.ts';

const words = { en, fr } as const;
const MOST_TYPED = 40;
const CODE_LENGTH = 16;

/** The form of /verify, answered without a script: what was typed stands in it again, with what is known of the signature or what is wrong with the code. */
export const fillVerification =
  (ctx: Context): FillPage =>
  async ({ path, form, language }) => {
    if (path !== '/verify') return undefined;
    const code = form?.get('code')?.trim().slice(0, MOST_TYPED);
    if (code === undefined) return undefined;
    if (code.replace(/[\s-]/g, '').length < CODE_LENGTH)
      return { data: { verify: { code, invalid: 'true' } }, isPrivate: true };
    const { state, signed_on } = await verifySignature(ctx, code);
    return {
      data: { verify: { code, [state]: true, signed_on: signed_on && signedOn(signed_on, language) } },
      isPrivate: true,
    };
  };

function signedOn(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return words[language]['verify.signed_on'].replace('{{day}}', format.format(new Date(`${day}T00:00:00Z`)));
}
