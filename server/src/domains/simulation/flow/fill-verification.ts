import type { Language } from '#contract/base.ts';
import type { ShownProof } from '#contract/case-flow.ts';
import { regions } from '#contract/languages.ts';
import type { KeptTimestamp } from '#contract/verify-proof.ts';
import en from '#messages/en/care.json' with { type: 'json' };
import fr from '#messages/fr/care.json' with { type: 'json' };
import siteEn from '#messages/en/site.json' with { type: 'json' };
import siteFr from '#messages/fr/site.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import type { FillPage } from '#server/platform/http/pages.ts';
import { verifySignature } from './verify-signature.ts';

const words = { en, fr } as const;
const site = { en: siteEn, fr: siteFr } as const;
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
    const { state, signed_on, proof } = await verifySignature(ctx, code);
    const signed = signed_on && signedOn(signed_on, language);
    return {
      data: { verify: { code, [state]: true, signed_on: signed, proof: proof && shown(proof, language) } },
      isPrivate: true,
    };
  };

function shown({ method, seal, passkey, timestamp }: ShownProof, language: Language) {
  return {
    by: { [method]: true },
    hash: seal,
    stamped: timestamp && stampedBy(timestamp, language),
    timestamp: timestamp && { token: timestamp.token, chain: timestamp.chain },
    passkey: passkey && { ...passkey, algorithm: String(passkey.algorithm), site: passkey.origin },
  };
}

function stampedBy({ stamped_at, authority }: KeptTimestamp, language: Language): string {
  const time = new Intl.DateTimeFormat(regions[language], { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return site[language]['verify.proof.stamped']
    .replace('{{time}}', time.format(new Date(stamped_at)))
    .replace('{{authority}}', () => authority);
}

function signedOn(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'long', timeZone: 'UTC' });
  return words[language]['verify.signed_on'].replace('{{day}}', format.format(new Date(`${day}T00:00:00Z`)));
}
