import { Languages, ReadingLanguages } from '#contract/languages.ts';

/**
 * Domains with texts for signed-in patients and members of the communities, including emails. The other domains exist
 * only in English and French: the public site, the staff pages, and documents such as invoices.
 */
export const inEveryLanguage: readonly string[] = [
  'account',
  'ago',
  'appointment-times',
  'appointments',
  'billing',
  'care',
  'capture',
  'case',
  'community',
  'community-ending',
  'community-reading',
  'community-reports',
  'community-since',
  'community-statements',
  'community-texts',
  'community-wizard',
  'community-writing',
  'consent',
  'content',
  'course',
  'dashboard',
  'dashboard-cards',
  'diagnostic',
  'errors',
  'friends',
  'identity',
  'mail',
  'moderation',
  'moderator-reasons',
  'months',
  'notifications',
  'plan-document',
  'progress',
  'questionnaire',
  'reviews',
  'simulation',
  'telling',
  'terms',
  'too-old',
  'brought-along',
  'clinical-photos',
  'community-answers',
  'community-guides',
  'community-on-web',
  'treatment-passport',
  'treatment-plan',
  'ui',
  'video',
  'waiting',
];

/**
 * Groups of sentences in the domains above that exist only in English and French. They belong to staff, or to pages in
 * these two languages, such as the payment pages.
 */
const otherwiseRead: Readonly<Record<string, readonly string[]>> = {
  billing: ['adminPay.', 'exp.', 'checkout.', 'thanks.'],
  care: ['verify.', 'shared.'],
  notifications: [
    'kind.redo_requested',
    'kind.reward_claimed',
    'kind.case_',
    'kind.urgent_signs',
    'kind.message_for_doctor',
    'kind.talk_needed',
    'kind.video_declined',
    'kind.video_withdrawn',
  ],
  identity: ['admin.', 'login.', 'signup.', 'reset.', 'code.', 'professional.'],
  mail: [
    'redo_requested.',
    'reward_claimed.',
    'registration_lost.',
    'appointments_erased.',
    'plan_refund_failed.',
    'erased_refund_failed.',
    'case_due_soon.',
    'case_late.',
    'case_opened.',
    'case_taken_over.',
    'case_reopening_asked.',
    'case_reopened.',
    'urgent_signs.',
    'message_for_doctor.',
    'talk_needed.',
    'video_declined.',
    'video_withdrawn.',
  ],
};

/**
 * Sentences of the groups above that are needed in every language, because pages opened from an email show them too.
 */
const onMailedPages: readonly string[] = [
  'login.more',
  'login.home',
  'login.privacy',
  'login.help',
  'login.signin',
  'signup.hint',
  'signup.mismatch',
];

export const isReadInEveryLanguage = (domain: string, key: string): boolean =>
  inEveryLanguage.includes(domain) &&
  ((domain === 'identity' && onMailedPages.includes(key)) ||
    !otherwiseRead[domain]?.some((start) => key.startsWith(start)));

export const languagesOf = (domain: string): readonly string[] =>
  inEveryLanguage.includes(domain) ? ReadingLanguages : Languages;

const missing = /^messages\/(\w+)\/([\w-]+)\.json: (\S+) is missing\.$/;

/** Returns true if the fault is a missing sentence in a language that does not need it. */
export function isNotNeeded(fault: string): boolean {
  const [, language, domain = '', key = ''] = missing.exec(fault) ?? [];
  return language !== undefined && !isSiteLanguage(language) && !isReadInEveryLanguage(domain, key);
}

const isSiteLanguage = (language: string): boolean => Languages.some((own) => own === language);
