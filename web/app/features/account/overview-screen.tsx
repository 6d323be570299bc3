import {
  ArrowRight,
  CreditCard,
  KeyRound,
  MonitorSmartphone,
  Repeat,
  Settings,
  Share2,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailAddress } from '#web/ui/email-address.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account.module.css';
import { ReadingLanguages, languageNames, type ReadingLanguage } from '#contract/languages.ts';
import { useChooseLanguage } from '#web/lib/choose-language.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Select } from '#web/ui/text-field.tsx';

interface Props {
  user: Me;
  onPlans: () => void;
}

export function OverviewScreen({ user, onPlans }: Props) {
  const { t } = useTranslation('billing');
  return (
    <main className={`page ${styles.page}`} id="content">
      <h1 className="h1">{t('account.title')}</h1>
      <div className={styles.columns}>
        <Details user={user} onPlans={onPlans} />
        <QuickLinks user={user} onPlans={onPlans} />
      </div>
    </main>
  );
}

function Details({ user, onPlans }: Props) {
  const { t } = useTranslation('billing');
  const { date } = useFormat();
  return (
    <Card title={t('overview.details')}>
      <Row gap={16} align="center" className={styles.person}>
        <Avatar url={user.avatar_url} className={styles.face}>
          <span className={styles.face} aria-hidden="true" data-letter={user.first_name.charAt(0)} />
        </Avatar>
        <p>
          <b>
            <bdi>{`${user.first_name} ${user.last_name}`.trim()}</bdi>
          </b>
          <small>
            <EmailAddress>{user.email}</EmailAddress>
          </small>
        </p>
      </Row>
      <Stack as="dl" className={styles.facts}>
        <div>
          <dt>{t('overview.since')}</dt>
          <dd>{date(user.member_since)}</dd>
        </div>
        {user.role === 'patient' && (
          <div>
            <dt>{t('overview.plan')}</dt>
            <dd>
              <StatusBadge tone={user.plan === 'free' ? 'plain' : 'confirmed'}>{t(`plan.${user.plan}`)}</StatusBadge>
            </dd>
          </div>
        )}
      </Stack>
      <LanguageChoice />
      {user.role === 'patient' && (
        <Button variant="primary" onClick={onPlans}>
          {t('overview.manage')}
        </Button>
      )}
    </Card>
  );
}

function QuickLinks({ user, onPlans }: Props) {
  const { t } = useTranslation('billing');
  const invite = useInvite();
  const isPatient = user.role === 'patient';
  return (
    <Card title={t('overview.links')}>
      <Stack as="ul" className={styles.links}>
        {isPatient && <QuickAction icon={Repeat} label={t('overview.change')} onSelect={onPlans} />}
        {isPatient && <QuickLink icon={CreditCard} label={t('overview.payment')} to="/account/membership" />}
        <QuickAction icon={Share2} label={t('overview.invite')} onSelect={() => void invite()} />
        <QuickLink icon={MonitorSmartphone} label={t('overview.devices')} to="/account/devices" />
        <QuickLink icon={KeyRound} label={t('overview.password')} to="/account/security" />
        <QuickLink icon={Settings} label={t('overview.settings')} to="/account/profile" />
      </Stack>
    </Card>
  );
}

function QuickLink({ icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <li>
      <LocalisedLink to={to} className={styles.link}>
        <Icon as={icon} />
        {label}
        <Icon as={ArrowRight} size="s" className={styles.arrow} />
      </LocalisedLink>
    </li>
  );
}

function QuickAction({ icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <li>
      <button type="button" className={styles.link} onClick={onSelect}>
        <Icon as={icon} />
        {label}
        <Icon as={ArrowRight} size="s" className={styles.arrow} />
      </button>
    </li>
  );
}

/**
 * Returns a function that shares the invitation link. On touch devices with a share sheet, the function opens this
 * sheet. On other devices, it copies the link. If the browser refuses to copy the link, the function shows the link.
 */
function useInvite(): () => Promise<void> {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  return async () => {
    const url = location.origin + inLanguage('/home', locale);
    const canShare = typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
    try {
      if (canShare) await navigator.share({ title: 'Flaira', text: t('overview.inviteText'), url });
      else {
        await navigator.clipboard.writeText(url);
        toast({ kind: 'success', title: t('overview.inviteCopied') });
      }
    } catch (error) {
      if ((error as Error).name === 'AbortError') return;
      toast({ kind: 'info', title: t('overview.inviteFailed'), text: url });
    }
  };
}

/** The choice of the language for the person's own pages and emails. */
function LanguageChoice() {
  const { t } = useTranslation();
  const current = useReadingLanguage();
  const errorText = useErrorText();
  const { choose, isBusy } = useChooseLanguage((error) => toast({ kind: 'error', title: errorText(error) }));
  return (
    <Select
      className={styles.language}
      label={t('language.choice')}
      hint={t('language.hint')}
      value={current}
      disabled={isBusy}
      onChange={(event) => void choose(event.currentTarget.value as ReadingLanguage)}
    >
      {ReadingLanguages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  );
}
