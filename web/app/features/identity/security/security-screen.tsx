import { KeyRound, LifeBuoy, ShieldAlert, ShieldOff, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { EmailSection } from './email-section.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { Everywhere } from './everywhere.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfessionalSection } from './professional-section.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import styles from './security.module.css';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import own from '../own/own.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFoot } from '#web/ui/form-dialog.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasswordCall } from './use-password-call.ts';
import { refreshSession } from '#web/lib/session.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordFirstDialog } from './password-first-dialog.tsx';

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
      {user.role === 'practitioner' && <ProfessionalSection />}
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
    <Stack gap={16} align="start" className={styles.banner}>
      <Icon as={ShieldAlert} size="l" />
      <div>
        <p className="title">{t('security.must_enrol.title')}</p>
        <p className="muted">{t('security.must_enrol.text')}</p>
      </div>
      <Button variant="primary" onClick={onEnrol}>
        {t('security.factor.turn_on')}
      </Button>
    </Stack>
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

/**
 * Lists the recent security events of the account, such as sign-ins and changes of the password, passkeys or second
 * factor.
 */
function EventsSection() {
  const { t } = useTranslation('identity');
  const { dateTime } = useFormat();
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...api.account.listMySecurityEvents.queryOptions(),
    refetchOnMount: 'always',
  });
  return (
    <SettingsSection title={t('events.title')} text={t('events.text')}>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.length === 0 ? (
        <p className="muted">{t('events.empty')}</p>
      ) : (
        <Stack as="ul" className={own.log}>
          {data.map(({ id, kind, at }) => (
            <li key={id}>
              <span>{t(`events.${kind}`)}</span>
              <time dateTime={at}>{dateTime(at)}</time>
            </li>
          ))}
        </Stack>
      )}
    </SettingsSection>
  );
}

/** Asks for the password, then shows new recovery codes, which appear only here. The old codes become invalid. */
function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const id = useId();
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.generateBackupCodes({ password }),
    (data) => {
      if (data) setCodes(data.backupCodes);
    },
  );
  const foot = <FormFoot id={id} onClose={onClose} action={t('security.codes.renew')} busy={busy} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!codes && !busy}
      step={codes ? 'codes' : 'password'}
      title={t(codes ? 'enrol.codes.title' : 'security.codes')}
      footer={codes ? undefined : foot}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <PasswordStep id={id} fault={fault} onSubmit={(password) => void run(password)} />
      )}
    </Dialog>
  );
}

interface RemoveFactorProps {
  onClose: () => void;
  isStaff: boolean;
}

function RemoveFactorDialog({ onClose, isStaff }: RemoveFactorProps) {
  const { t } = useTranslation('identity');
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.disable({ password }),
    async () => {
      await refreshSession().catch(() => undefined);
      toast({ kind: 'info', title: t('security.factor.was_removed') });
      onClose();
    },
  );
  return (
    <PasswordFirstDialog
      title={t('remove.title')}
      text={isStaff ? `${t('remove.text')} ${t('remove.staff')}` : t('remove.text')}
      action={t('remove.confirm')}
      look={{ variant: 'danger' }}
      fault={fault}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
    />
  );
}
