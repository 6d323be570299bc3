import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShareLink } from '#contract/case-flow.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { renewPictureLinks } from '#web/lib/picture-links.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Shows one share link: the remaining time, the number of times it was opened, and a button to end it. */
export function ShareLinkRow({ link, now }: { link: ShareLink; now: number }) {
  const { t } = useTranslation('care');
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const revoke = useMutation(
    api.caseFlow.revokeShareLink.mutationOptions({
      onSuccess: renewPictureLinks,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const isLiving = !link.revoked_at && new Date(link.expires_at).getTime() > now;
  return (
    <li>
      <span>
        <b>
          <bdi>{link.label || t('share.unnamed')}</bdi>
        </b>
        <small>
          {isLiving ? t('share.until', { moment: dateTime(link.expires_at) }) : t('share.ended')}{' '}
          {t('share.views', { count: link.views })}
        </small>
      </span>
      {isLiving && (
        <Button size="s" busy={revoke.isPending} onClick={() => revoke.mutate({ link_id: link.id })}>
          {t('share.end')}
        </Button>
      )}
    </li>
  );
}
