import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { Language } from './paths.ts';

/** Adds the route of a page, in one of the site's languages. */
type At = (path: string, file: string) => RouteConfigEntry;

/** Public pages that the service renders. */
const publicPages = (at: At): RouteConfigEntry[] => [
  at('home', 'routes/home.tsx'),
  at('offer', 'routes/offer.tsx'),
  at('pricing', 'routes/pricing.tsx'),
  at('how-it-works', 'routes/how-it-works.tsx'),
  at('testimonials', 'routes/testimonials.tsx'),
  at('faq', 'routes/faq.tsx'),
  at('practitioners', 'routes/practitioners.tsx'),
  at('practitioners/:slug', 'routes/practitioner.tsx'),
  at('help', 'routes/help.tsx'),
  at('privacy-policy', 'routes/privacy-policy.tsx'),
  at('terms', 'routes/terms.tsx'),
  at('security', 'routes/security.tsx'),
  at('legal/compliance', 'routes/legal-compliance.tsx'),
  at('legal/accessibility', 'routes/legal-accessibility.tsx'),
  at('legal/vulnerabilities', 'routes/legal-vulnerabilities.tsx'),
  at('legal/moderation', 'routes/legal-moderation.tsx'),
  at('evidence', 'routes/evidence.tsx'),
  at('library', 'routes/library.tsx'),
  at('library/:slug', 'routes/library-community.tsx'),
  at('library/:slug/:postId', 'routes/library-thread.tsx'),
  at('library/:slug/guides/:guideId', 'routes/library-guide.tsx'),
  at('verify', 'routes/verify.tsx'),
  at('404', 'routes/not-found.tsx'),
];

/** Public pages that the browser renders. */
const drawnPublicPages = (at: At): RouteConfigEntry[] => [
  at('thank-you', 'routes/thank-you.tsx'),
  at('community-diagnostic', 'routes/community-diagnostic.tsx'),
];

/** Pages without header and footer, because each has only one task. */
const barePages = (at: At): RouteConfigEntry[] => [
  at('checkout', 'routes/checkout.tsx'),
  at('unlock', 'routes/unlock.tsx'),
  at('questions', 'routes/questions.tsx'),
  at('login', 'routes/login.tsx'),
  at('reset-password', 'routes/reset-password.tsx'),
  at('confirm-account', 'routes/confirm-account.tsx'),
  at('confirm-email', 'routes/confirm-email.tsx'),
  at('shared', 'routes/shared.tsx'),
  at('visit/:visitId', 'routes/visit.tsx'),
];

/** The patient's own pages. */
const ownPages = (at: At): RouteConfigEntry[] => [
  at('dashboard', 'routes/dashboard.tsx'),
  at('dashboard/appointments/new', 'routes/dashboard-appointment-new.tsx'),
  at('dashboard/months', 'routes/dashboard-months.tsx'),
  at('dashboard/health', 'routes/dashboard-health.tsx'),
  at('dashboard/passport', 'routes/dashboard-passport.tsx'),
  at('dashboard/clinical-photos', 'routes/dashboard-clinical-photos.tsx'),
  at('dashboard/brought-along', 'routes/dashboard-brought-along.tsx'),
  at('notifications', 'routes/notifications.tsx'),
  at('friends', 'routes/friends.tsx'),
  at('pay/:appointmentId', 'routes/pay.tsx'),
];

/** The pages of the person's account. */
const accountPages = (at: At): RouteConfigEntry[] => [
  at('account', 'routes/account-overview.tsx'),
  at('account/membership', 'routes/account-membership.tsx'),
  at('account/security', 'routes/account-security.tsx'),
  at('account/devices', 'routes/account-devices.tsx'),
  at('account/profile', 'routes/account-profile.tsx'),
  at('account/privacy', 'routes/account-privacy.tsx'),
  at('account/public-page', 'routes/account-public-page.tsx'),
];

/** Pages for the reception of a clinic. */
const deskPages = (at: At): RouteConfigEntry[] => [
  at('desk', 'routes/desk.tsx'),
  at('desk/clinic', 'routes/desk-clinic.tsx'),
];

/** Pages for administrators. */
const adminPages = (at: At): RouteConfigEntry[] => [
  at('admin', 'routes/admin.tsx'),
  at('admin/calendar', 'routes/admin-calendar.tsx'),
  at('admin/providers', 'routes/admin-providers.tsx'),
  at('admin/clinics', 'routes/admin-clinics.tsx'),
  at('admin/clinics/:clinicId', 'routes/admin-clinic.tsx'),
  at('admin/macros', 'routes/admin-macros.tsx'),
  at('admin/inbox', 'routes/admin-inbox.tsx'),
  at('admin/payments', 'routes/admin-payments.tsx'),
  at('admin/payments/disputes/:id', 'routes/admin-dispute.tsx'),
  at('admin/ledger', 'routes/admin-ledger.tsx'),
  at('admin/figures', 'routes/admin-figures.tsx'),
  at('admin/experiments', 'routes/admin-experiments.tsx'),
  at('admin/cases', 'routes/admin-cases.tsx'),
  at('admin/lots', 'routes/admin-lots.tsx'),
  at('admin/calibration', 'routes/admin-calibration.tsx'),
  at('admin/users', 'routes/admin-users.tsx'),
  at('admin/audit', 'routes/admin-audit.tsx'),
  at('admin/system', 'routes/admin-system.tsx'),
  at('admin/practitioners', 'routes/admin-practitioners.tsx'),
  at('admin/products', 'routes/admin-products.tsx'),
  at('admin/site', 'routes/admin-site.tsx'),
  at('admin/launch', 'routes/admin-launch.tsx'),
  at('admin/incidents', 'routes/admin-incidents.tsx'),
  at('admin/imports', 'routes/admin-imports.tsx'),
  at('admin/directory', 'routes/admin-directory.tsx'),
  at('admin/moderation', 'routes/admin-moderation.tsx'),
];

/** Pages of the community, for signed-in people. Visibility and membership decide what each person may read. */
const communityPages = (at: At): RouteConfigEntry[] => [
  at('community', 'routes/community.tsx'),
  at('community/most-popular', 'routes/community-most-popular.tsx'),
  at('community/hot-topics', 'routes/community-hot-topics.tsx'),
  at('community/expert-articles', 'routes/community-expert-articles.tsx'),
  at('community/explore', 'routes/community-explore.tsx'),
  at('community/manage', 'routes/community-manage.tsx'),
  at('community/saved', 'routes/community-saved.tsx'),
  at('community/drafts', 'routes/community-drafts.tsx'),
  at('community/asked', 'routes/community-asked.tsx'),
  at('community/recent', 'routes/community-recent.tsx'),
  at('community/notifications', 'routes/community-notifications.tsx'),
  at('community/invites', 'routes/community-invites.tsx'),
  at('community/decisions', 'routes/community-decisions.tsx'),
  at('community/reports', 'routes/community-reports.tsx'),
  at('community/moderation', 'routes/community-moderation.tsx'),
  at('community/search', 'routes/community-search.tsx'),
  at('community/new', 'routes/community-new.tsx'),
  at('community/new-post', 'routes/community-new-post.tsx'),
  at('community/create', 'routes/community-new-post.tsx'),
  at('community/code-of-conduct', 'routes/community-code-of-conduct.tsx'),
  at('community/rules', 'routes/community-rules.tsx'),
  at('community/c/:tag', 'routes/community-tag.tsx'),
  at('community/t/:tag', 'routes/community-topic.tsx'),
  at('community/u/:handle', 'routes/community-person.tsx'),
  at('community/p/:postId', 'routes/community-post.tsx'),
  at('community/p/:postId/edit', 'routes/community-post-edit.tsx'),
  at('community/f/:slug', 'routes/community-channel.tsx'),
  at('community/f/:slug/edit', 'routes/community-channel-edit.tsx'),
  at('community/f/:slug/members', 'routes/community-members.tsx'),
  at('community/f/:slug/guides', 'routes/community-guides.tsx'),
  at('community/f/:slug/guides/new', 'routes/community-guide-new.tsx'),
  at('community/g/:guideId', 'routes/community-guide.tsx'),
  at('community/g/:guideId/edit', 'routes/community-guide-edit.tsx'),
];

/** Pages for practitioners. */
const studioPages = (at: At): RouteConfigEntry[] => [
  at('studio', 'routes/studio-queue.tsx'),
  at('studio/urgent', 'routes/studio-urgent.tsx'),
  at('studio/agenda', 'routes/studio-agenda.tsx'),
  at('studio/calibration', 'routes/studio-calibration.tsx'),
  at('studio/hours', 'routes/studio-hours.tsx'),
  at('studio/calendars', 'routes/studio-calendars.tsx'),
  at('studio/cases/:caseId', 'routes/studio-case.tsx'),
  at('studio/cases/:caseId/record', 'routes/studio-record.tsx'),
  at('studio/cases/:caseId/photos', 'routes/studio-photos.tsx'),
];

/**
 * Returns the routes of one language. Each page has two addresses, one in English and one under /fr. A new address must
 * also be added to `paths.ts`.
 */
function siteIn(language: Language): RouteConfigEntry[] {
  const prefix = language === 'fr' ? 'fr/' : '';
  const at: At = (path, file) => route(prefix + path, file, { id: `${language}:${path}` });
  const inside = (file: string, children: RouteConfigEntry[]) => layout(file, { id: `${language}:${file}` }, children);

  return [
    at('offline', 'routes/offline.tsx'),
    at('opening-soon', 'routes/opening-soon.tsx'),
    at('sitemap.xml', 'routes/sitemap.tsx'),
    ...(language === 'en' ? [at('robots.txt', 'routes/robots.tsx')] : []),
    inside('features/shell/public-layout.tsx', publicPages(at)),
    inside('features/shell/drawn-public-layout.tsx', drawnPublicPages(at)),
    inside('features/shell/bare-layout.tsx', barePages(at)),
    inside('routes/app-layout.tsx', [
      ...ownPages(at),
      ...deskPages(at),
      inside('features/shell/account-layout.tsx', accountPages(at)),
    ]),
    inside('routes/admin-layout.tsx', adminPages(at)),
    inside('routes/community-layout.tsx', communityPages(at)),
    inside('features/shell/studio-layout.tsx', studioPages(at)),
  ];
}

const gallery = process.env.NODE_ENV === 'production' ? [] : [route('_gallery', 'routes/gallery.tsx')];

export default [
  index('routes/index.tsx'),
  route('fr', 'routes/index.tsx', { id: 'fr:index' }),
  ...siteIn('en'),
  ...siteIn('fr'),
  ...gallery,
  layout('features/shell/drawn-public-layout.tsx', { id: 'unknown' }, [route('*', 'routes/unknown.tsx')]),
];
