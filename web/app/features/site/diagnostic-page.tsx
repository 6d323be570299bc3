import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { languageNames } from '#contract/languages.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useSession } from '#web/lib/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './diagnostic-page.module.css';

/**
 * Explains why the person may or may not open the community. Everyone may open this page. The page shows only data
 * about its reader.
 */
export function DiagnosticPage() {
  const { t } = useTranslation('diagnostic');
  const { isLoading, user, retry, error } = useSession();
  return (
    <main className={`page ${styles.page}`} id="content">
      <h1 className="h2">{t('title')}</h1>
      <p className="muted">{t('lead')}</p>
      {retry ? <ErrorState error={error} onRetry={retry} /> : isLoading ? <Skeleton /> : <Findings user={user} />}
    </main>
  );
}

function Findings({ user }: { user: Me | null }) {
  const { t } = useTranslation(['diagnostic', 'billing']);
  return (
    <>
      <Block title={t('diagnostic:account')}>{user ? <Account user={user} /> : <p>{t('diagnostic:none')}</p>}</Block>
      {user && (
        <Block title={t('diagnostic:profile')}>
          <Profile user={user} />
        </Block>
      )}
      <Block title={t('diagnostic:plan')}>
        <p>{user ? t(`billing:plan.${user.plan}`) : t('diagnostic:plan.none')}</p>
      </Block>
      <Block title={t('diagnostic:decision')}>
        <p>{t(`diagnostic:decision.${user?.plan ?? 'visitor'}`)}</p>
        <Way user={user} />
      </Block>
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={12} align="start" className={styles.block}>
      <h2 className="title">{title}</h2>
      {children}
    </Stack>
  );
}

function Account({ user }: { user: Me }) {
  const { t } = useTranslation('diagnostic');
  return (
    <Facts
      facts={[
        [t('id'), user.id],
        [t('email'), user.email],
        [t('confirmed'), t(user.is_email_confirmed ? 'yes' : 'no')],
      ]}
    />
  );
}

function Profile({ user }: { user: Me }) {
  const { t } = useTranslation('diagnostic');
  const { date } = useFormat();
  return (
    <Facts
      facts={[
        [t('name'), `${user.first_name} ${user.last_name}`.trim() || '—'],
        [t('role'), t(`role.${user.role}`)],
        [t('since'), date(user.member_since)],
        [t('language'), languageNames[user.language]],
      ]}
    />
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Stack as="dl" gap={8} className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </Stack>
  );
}

/** Links to the person's next step. */
function Way({ user }: { user: Me | null }) {
  const { t } = useTranslation('diagnostic');
  if (!user)
    return (
      <LocalisedLink to="/login?return=/community-diagnostic" className={buttonClass({ variant: 'primary' })}>
        {t('signIn')}
      </LocalisedLink>
    );
  return (
    <Row gap={8} wrap>
      <LocalisedLink to="/community" className={buttonClass({ variant: 'primary' })}>
        {t('toCommunity')}
      </LocalisedLink>
      {user.plan !== 'elite' && (
        <LocalisedLink to="/pricing" className={buttonClass({})} reloadDocument>
          {t('plans')}
        </LocalisedLink>
      )}
    </Row>
  );
}
