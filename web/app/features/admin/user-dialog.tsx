import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LOG_SHOWN } from '#contract/admin.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { States } from './screen.tsx';
import styles from './screen.module.css';
import { UserChangeForm } from './user-change-form.tsx';
import { UserState } from './user-state.tsx';

/**
 * Shows one person with the possible changes, the sign-in sessions, and past actions on the account. Opening the dialog
 * is logged.
 */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { dateTime, number } = useFormat();
  const query = useQuery(api.usersAdmin.adminGetUser.queryOptions({ input: { user_id: id } }));
  const user = query.data?.user;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="l"
      title={user ? user.name || user.email : t('column.user')}
      lead={user?.email}
    >
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {({ user, needs_registration, invitation, sessions, log }) => (
          <div className={styles.stack}>
            <div className={styles.buttons}>
              <UserState user={user} />
              <span className="small muted">
                {t(`plan.${user.plan}`)}
                {user.plan !== user.paid_plan && `, ${t('user.given')}`}
              </span>
              {user.given_plan && user.plan === user.paid_plan && (
                <span className="small muted">
                  {t(`plan.${user.given_plan}`)}, {t('user.given')}
                </span>
              )}
              <span className="small muted">{t(user.has_second_factor ? 'user.factor' : 'user.noFactor')}</span>
              {user.suspended_reason && <span className="small muted">{user.suspended_reason}</span>}
            </div>
            {invitation && <Invitation userId={user.id} {...invitation} />}
            <UserChangeForm user={user} needsRegistration={needs_registration} />
            <section>
              <h3 className="title">{t('user.sessions')}</h3>
              {sessions.length === 0 && <p className="small muted">{t('user.noSessions')}</p>}
              <ul className="small">
                {sessions.map((session) => (
                  <li key={session.id}>
                    {dateTime(session.last_seen_at)}
                    {session.passed_second_factor && `, ${t('user.withFactor')}`}
                    <span className={`muted ${styles.mono}`}> {session.user_agent}</span>
                  </li>
                ))}
              </ul>
              <p className="small muted">{t('user.noImpersonation')}</p>
            </section>
            {log.length > 0 && (
              <section>
                <h3 className="title">{t('user.log')}</h3>
                <ul className="small">
                  {log.map((entry) => (
                    <li key={`${entry.at} ${entry.action}`}>
                      {dateTime(entry.at)}, <bdi>{entry.actor_name ?? t('timeline.service')}</bdi>:{' '}
                      <code>{entry.action}</code> {entry.reason}
                    </li>
                  ))}
                </ul>
                {log.length === LOG_SHOWN && (
                  <p className="small muted">{t('newest', { number: number(LOG_SHOWN) })}</p>
                )}
              </section>
            )}
          </div>
        )}
      </States>
    </Dialog>
  );
}

/**
 * Shown if an import created the account and its owner has never signed in. The button sends the invitation again, for
 * example if it was lost or has expired.
 */
function Invitation({ userId, mailed_at, may_mail }: { userId: string; mailed_at: string | null; may_mail: boolean }) {
  const { t } = useTranslation('admin');
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.imports.adminInviteAgain.mutationOptions({
      onSuccess: ({ invited }) => {
        toast({ kind: invited ? 'success' : 'info', title: t(invited ? 'user.inviteDone' : 'user.inviteLater') });
        void queryClient.invalidateQueries({ queryKey: api.usersAdmin.adminGetUser.key() });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <div className={styles.buttons}>
      <span className="small">{mailed_at ? t('user.invited', { at: dateTime(mailed_at) }) : t('user.notInvited')}</span>
      <Button size="xs" busy={isPending} disabled={!may_mail} onClick={() => mutate({ user_id: userId })}>
        {t(mailed_at ? 'user.inviteAgain' : 'user.invite')}
      </Button>
      {!may_mail && <span className="small muted">{t('user.inviteLater')}</span>}
    </div>
  );
}
