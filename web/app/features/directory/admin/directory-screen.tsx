import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminProfile, DirectoryLimits } from '#contract/directory.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { ProfilesTable } from './profiles-table.tsx';
import styles from './directory-screen.module.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Lists the practitioners in the public directory. Practitioners who are not in the directory are also listed, each
 * with the reason. An administrator can remove any practitioner's page, and must give a reason.
 */
export function DirectoryScreen() {
  const { t } = useTranslation('directory');
  const profiles = useProfiles();
  const [hiding, setHiding] = useState<AdminProfile>();
  const hide = useHide(() => setHiding(undefined));
  const { data } = profiles;
  const shown = data?.filter(({ is_public }) => is_public).length ?? 0;
  return (
    <main className={styles.screen} id="content" aria-busy={profiles.isPending}>
      <header>
        <h1 className="h3">{t('admin.title')}</h1>
        <p className="small muted">{data ? t('admin.lead', { count: data.length, shown }) : ' '}</p>
      </header>
      {profiles.isPending && <SkeletonRows rows={5} />}
      {profiles.isError && (
        <ErrorState error={profiles.error} onRetry={() => void profiles.refetch()} busy={profiles.isFetching} />
      )}
      {data?.length === 0 && <EmptyState title={t('admin.empty')} text={t('admin.emptyText')} />}
      {data && data.length > 0 && (
        <ProfilesTable
          rows={data}
          onHide={setHiding}
          onShow={({ user_id }) => hide.mutate({ user_id, is_hidden: false, reason: '' })}
          busyId={hide.isPending ? hide.variables.user_id : undefined}
        />
      )}
      {hiding && (
        <HideDialog
          profile={hiding}
          isBusy={hide.isPending}
          onClose={() => setHiding(undefined)}
          onHide={(reason) => hide.mutate({ user_id: hiding.user_id, is_hidden: true, reason })}
        />
      )}
    </main>
  );
}

const useProfiles = () => useQuery(api.directory.adminListProfiles.queryOptions());

function useHide(onDone: () => void) {
  const { t } = useTranslation('directory');
  const queries = useQueryClient();
  const errorText = useErrorText();
  return useMutation(
    api.directory.adminHideProfile.mutationOptions({
      onSuccess: (profile: AdminProfile) => {
        const key = api.directory.adminListProfiles.queryKey();
        queries.setQueryData(key, (all) => all?.map((one) => (one.user_id === profile.user_id ? profile : one)));
        toast({
          kind: 'success',
          title: t(profile.hidden_at ? 'admin.hidden' : 'admin.shown', { name: profile.name }),
        });
        onDone();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
}

interface HideDialogProps {
  profile: AdminProfile;
  isBusy: boolean;
  onClose: () => void;
  onHide: (reason: string) => void;
}

function HideDialog({ profile, isBusy, onClose, onHide }: HideDialogProps) {
  const { t } = useTranslation('directory');
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && reason.trim() === '';
  const hide = () => (reason.trim() === '' ? setIsAsked(true) : onHide(reason.trim()));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      isWrittenIn={reason !== ''}
      title={t('admin.hideTitle', { name: profile.name })}
      lead={t('admin.hideLead')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isBusy}>
            {t('admin.cancel')}
          </Button>
          <Button variant="danger" onClick={hide} busy={isBusy}>
            {t('admin.hide')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('admin.reason')}
        error={isMissing && t('admin.reasonNeeded')}
        maxLength={DirectoryLimits.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
