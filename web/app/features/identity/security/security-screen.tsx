import { KeyRound, LifeBuoy, ShieldAlert, ShieldOff, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { EmailSection } from './email-section.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { EventsSection } from './events-section.tsx';
import { Everywhere } from './everywhere.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import styles from './security.module.css';

export type OpenDialog = 'password' | 'enrol' | 'remove' | 'codes';

interface Props {
  user: Me;
  onSignOut: () => Promise<void>;
}

export function SecurityScreen({ user, onSignOut }: Props) {
  const { t } = useTranslation('identity');
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <main className={`page ${styles.page}`} id="content">
      <h1 className={`h1 ${styles.title}`}>{t('security.title')}</h1>
      {user.must_enrol_second_factor && <EnrolBanner onEnrol={() => setDialog('enrol')} />}
      <SigningIn user={user} onOpen={setDialog} />
      <PasskeysSection />
      <EmailSection user={user} />
      <Everywhere onSignOut={onSignOut} />
      <EventsSection />
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {dialog === 'enrol' && <EnrolDialog onClose={close} />}
      {dialog === 'remove' && <RemoveFactorDialog onClose={close} isStaff={user.role !== 'patient'} />}
      {dialog === 'codes' && <RenewCodesDialog onClose={close} />}
    </main>
  );
}

function EnrolBanner({ onEnrol }: { onEnrol: () => void }) {
  const { t } = useTranslation('identity');
  return (
    <div className={styles.banner}>
      <Icon as={ShieldAlert} size="l" />
      <div>
        <p className="title">{t('security.must_enrol.title')}</p>
        <p className="muted">{t('security.must_enrol.text')}</p>
      </div>
      <Button variant="primary" onClick={onEnrol}>
        {t('security.factor.turn_on')}
      </Button>
    </div>
  );
}

function SigningIn({ user, onOpen }: { user: Me; onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation('identity');
  const isOn = user.has_second_factor;
  const action = (label: string, dialog: OpenDialog, name?: string) => (
    <Button size="s" aria-label={name && `${label}: ${name}`} onClick={() => onOpen(dialog)}>
      {label}
    </Button>
  );
  const factor = (
    <>
      {t('security.factor')}
      <StatusBadge tone={isOn ? 'calm' : 'plain'} icon={isOn ? undefined : ShieldOff}>
        {t(isOn ? 'security.factor.on' : 'security.factor.off')}
      </StatusBadge>
    </>
  );
  return (
    <SettingsSection title={t('security.signing_in.title')} text={t('security.signing_in.text')}>
      <SettingsRow
        icon={KeyRound}
        name={t('security.password')}
        text={t('security.password.text')}
        action={action(t('security.password.change'), 'password', t('security.password'))}
      />
      <SettingsRow
        icon={Smartphone}
        name={factor}
        text={t(isOn ? 'security.factor.text.on' : 'security.factor.text.off')}
        action={isOn ? action(t('security.factor.turn_off'), 'remove') : action(t('security.factor.turn_on'), 'enrol')}
      />
      {isOn && (
        <SettingsRow
          icon={LifeBuoy}
          name={t('security.codes')}
          text={t('security.codes.text')}
          action={action(t('security.codes.renew'), 'codes')}
        />
      )}
    </SettingsSection>
  );
}
