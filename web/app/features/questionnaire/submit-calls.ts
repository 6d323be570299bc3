import type { ReadingLanguage } from '#contract/languages.ts';
import { ConsentVersions } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { inLanguage } from '#web/paths.ts';
import type { DraftAnswers } from './draft.ts';
import type { Account } from './rules.ts';
import { signUp } from './sign-up.ts';
import { answersOf, emailOf, phoneOf, type SubmitCalls } from './submit.ts';

export interface Handing {
  leadId: string;
  answers: DraftAnswers;
  account: Account;
  dialCode: string;
  /** The language in which the person read the consents. */
  language: ReadingLanguage;
}

/** Returns the five calls that submit the questionnaire. */
export function submitCalls({
  leadId,
  answers,
  account,
  dialCode,
  language,
}: Handing): Omit<SubmitCalls, 'isSubmitted'> {
  const site = language === 'fr' ? 'fr' : 'en';
  const email = emailOf(account);
  const person = {
    last_name: account.last_name.trim(),
    first_name: account.first_name.trim(),
    email,
    phone: phoneOf(dialCode, account.number),
  };
  const given = (purpose: 'simulation' | 'account') => ({ purpose, version: ConsentVersions[purpose], language });
  return {
    signUp: () =>
      signUp({
        ...person,
        password: account.password,
        language: site,
        lead_id: leadId,
        callbackURL: inLanguage('/login?mode=signin&lock=1', site),
      }),
    insertAnswers: () => call.intake.insertAnswers({ lead_id: leadId, answers: answersOf(answers) }),
    upsertLeadOpen: () =>
      call.intake.upsertLeadOpen({
        lead_id: leadId,
        ...person,
        birth_date: account.birth_date,
        consent: true,
        consents: [given('simulation'), given('account')],
      }),
    claimLeadSecure: (userId) => call.intake.claimLeadSecure({ lead_id: leadId, user_id: userId }),
    attachLeadFilesToUser: (userId) => call.intake.attachLeadFilesToUser({ user_id: userId }),
  };
}
