import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MySession } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { Everywhere } from '../security/everywhere.tsx';
import security from '../security/security.module.css';

const icons: Record<MySession['kind'], LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  other: MonitorSmartphone,
};

/** Lists the browsers in which the person is signed in. */
export function DevicesScreen({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const query = useQuery({ ...api.account.listMySessions.queryOptions(), refetchOnMount: 'always' });
  return (
    <main className={`page ${security.page}`} id="content" aria-busy={query.isPending}>
      <h1 className={`h1 ${security.title}`}>{t('devices.title')}</h1>
      <SettingsSection title={t('devices.now')} text={t('devices.text')}>
        {query.isError && !query.data && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {query.isPending && <SkeletonRows rows={2} />}
        {query.data?.map((session) => (
          <Device key={session.id} session={session} />
        ))}
        {query.data?.length === 1 && <p className="small muted">{t('devices.only')}</p>}
      </SettingsSection>
      <Everywhere onSignOut={onSignOut} />
    </main>
  );
}

function Device({ session }: { session: MySession }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const name = useDeviceName(session);
  const place = usePlace(session);
  const { dateTime } = useFormat();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useMutation(
    api.account.endMySession.mutationOptions({
      onSuccess: (sessions) => {
        queries.setQueryData(api.account.listMySessions.queryKey(), sessions);
        toast({ kind: 'success', title: t('devices.ended', { name }) });
      },
      onError: (error) => {
        toast({ kind: 'error', title: errorText(error) });
        void queries.invalidateQueries({ queryKey: api.account.listMySessions.key() });
      },
    }),
  );
  const used = session.is_current ? t('devices.active') : t('devices.used', { at: dateTime(session.last_used_at) });
  return (
    <SettingsRow
      icon={icons[session.kind]}
      name={
        <>
          {name}
          {session.is_current && (
            <StatusBadge tone="calm" icon={Check}>
              {t('devices.this')}
            </StatusBadge>
          )}
        </>
      }
      text={[
        place,
        used,
        t('devices.since', { at: dateTime(session.signed_in_at) }),
        session.method && t(`devices.method.${session.method}`),
      ]
        .filter(Boolean)
        .join(' · ')}
      action={
        !session.is_current && (
          <>
            <Button
              size="s"
              variant="danger"
              busy={isPending}
              aria-label={t('devices.end.one', { name })}
              onClick={() => setAsked(true)}
            >
              {t('devices.end')}
            </Button>
            {isAsked && (
              <FormDialog
                size="s"
                onClose={() => setAsked(false)}
                title={t('devices.end.one', { name })}
                action={t('devices.end')}
                look={{ variant: 'danger' }}
                busy={isPending}
                onSubmit={() => mutate({ session_id: session.id })}
              >
                <p>{t('devices.end.text')}</p>
              </FormDialog>
            )}
          </>
        )
      }
    />
  );
}

function useDeviceName({ browser, system, kind }: MySession): string {
  const { t } = useTranslation('account');
  if (browser && system) return t('devices.name', { browser, system });
  return browser ?? system ?? t(`devices.kind.${kind}`);
}

/**
 * Returns the known part of the location. It is the country, if our own proxy reports one, or else the beginning of the
 * network address.
 */
function usePlace({ country, network }: MySession): string | undefined {
  const { t } = useTranslation('account');
  const language = useReadingLanguage();
  const name = country ? new Intl.DisplayNames([language], { type: 'region' }).of(country) : undefined;
  return name ?? (network ? t('devices.network', { network }) : undefined);
}
