import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy, Mail, MessageCircle, MessageSquareText, Share2, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareWays } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { LoadError } from '../load-error.tsx';
import { changeSummary, timeZone } from '../use-summary.ts';
import styles from './friends.module.css';
import { shareAddresses } from './ways.ts';

type Way = (typeof ShareWays)[number];
const copied_ms = 2000;

/** Shows the person's own invitation link, and the ways to share it. */
export function InvitePanel({ id }: { id?: string }) {
  const { t } = useTranslation('dashboard-cards');
  const { date } = useFormat();
  const { data, error, isError, isFetching, refetch } = useQuery(api.progress.getMyInvite.queryOptions());
  return (
    <Stack
      gap={12}
      className={styles.panel}
      id={id}
      role="group"
      aria-label={t('invite.title')}
      aria-busy={!data && !isError}
    >
      <p className="small">{t('invite.text')}</p>
      {data ? (
        <Ways url={data.url} />
      ) : isError ? (
        <LoadError error={error} text={t('invite.failed')} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton shape="block" />
      )}
      {data && <p className="micro muted">{t('invite.until', { date: date(data.expires_at) })}</p>}
    </Stack>
  );
}

function Ways({ url }: { url: string }) {
  const { t } = useTranslation('dashboard-cards');
  const note = useNoteShare();
  const text = t('invite.message', { url });
  const addresses = shareAddresses({ subject: t('invite.subject'), text });
  const canShare = typeof navigator.share === 'function';
  const share = async () => {
    try {
      await navigator.share({ title: 'Flaira', text: t('invite.message_short'), url });
      note('native');
    } catch (error) {
      // Closing the system's share sheet causes an AbortError, which is not a failure.
      if ((error as Error).name !== 'AbortError') toast({ kind: 'error', title: t('invite.share_failed'), text: url });
    }
  };
  return (
    <Row gap={8} wrap className={styles.ways}>
      <Way icon={Mail} href={addresses.mail} onOpen={() => note('mail')} label={t('invite.mail')} />
      <Way icon={MessageCircle} href={addresses.messenger} onOpen={() => note('messenger')} label="WhatsApp" away />
      <Way icon={MessageSquareText} href={addresses.sms} onOpen={() => note('sms')} label={t('invite.sms')} />
      {canShare && (
        <Button size="s" onClick={() => void share()}>
          <Icon as={Share2} size="s" />
          {t('invite.share')}
        </Button>
      )}
      <CopyButton url={url} onCopied={() => note('copy')} />
    </Row>
  );
}

interface WayProps {
  icon: LucideIcon;
  label: string;
  href: string;
  onOpen: () => void;
  /** True if the link opens another site in a new tab. The other site gets no information about this page. */
  away?: boolean;
}

function Way({ icon, label, href, onOpen, away }: WayProps) {
  return (
    <a
      className={buttonClass({ size: 's' })}
      href={href}
      onClick={onOpen}
      {...(away && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className="button__label">
        <Icon as={icon} size="s" />
        {label}
      </span>
    </a>
  );
}

/**
 * A button that copies the link. It confirms the copy for two seconds. If the browser refuses to copy, a toast shows
 * the link itself.
 */
function CopyButton({ url, onCopied }: { url: string; onCopied: () => void }) {
  const { t } = useTranslation(['dashboard-cards', 'ui']);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copied_ms);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      toast({ kind: 'error', title: t('ui:copy.failed'), text: url });
      return;
    }
    setCopied(true);
    onCopied();
  };
  return (
    <>
      <Button size="s" onClick={() => void copy()}>
        <Icon as={isCopied ? Check : Copy} size="s" />
        {t(isCopied ? 'invite.copied' : 'invite.copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && t('invite.copied')}
      </span>
    </>
  );
}

/**
 * Counts how often the person shares the invitation. If counting fails, no message is shown, because the invitation was
 * sent.
 */
function useNoteShare(): (way: Way) => void {
  const { mutate } = useMutation(
    api.progress.noteShare.mutationOptions({
      onSuccess: ({ shares_friends }) =>
        changeSummary((summary) => ({ ...summary, progress: { ...summary.progress, shares_friends } })),
    }),
  );
  return (way) => mutate({ way, idempotency_key: crypto.randomUUID(), time_zone: timeZone });
}
