import { useMutation } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { draftPath, kindOf, type ListedDraft } from './listed-draft.ts';
import { unsent } from './unsent.ts';
import styles from './draft-row.module.css';

/** A draft with buttons to continue it and to discard it. A discarded draft has a button to restore it. */
export function DraftRow({ user, draft }: { user: Me; draft: ListedDraft }) {
  const { t } = useTranslation(['community', 'community-writing']);
  const { isGone, isBack, isBusy, discard, undo } = useDiscard(user.id, draft);
  const text = plainText(draft.body);
  const title = draft.title.trim();
  const name = title || text.slice(0, 60) || t('community-writing:drafts.blank');
  if (isGone)
    return (
      <Row as="li" gap={20} rowGap={12} align="center" wrap className={styles.row}>
        <p role="status" className={styles.gone}>
          {t('community-writing:drafts.discarded', { name })}
        </p>
        <Button ref={focusOnce} size="s" aria-label={`${t('community-writing:drafts.undo')} ${name}`} onClick={undo}>
          {t('community-writing:drafts.undo')}
        </Button>
      </Row>
    );
  return (
    <Row as="li" gap={20} rowGap={12} align="center" wrap className={styles.row}>
      <Words draft={draft} title={title} text={text} />
      <Row gap={8}>
        <GoOn draft={draft} name={name} text={text} />
        <Button
          ref={isBack ? focusOnce : undefined}
          size="s"
          variant="quiet"
          busy={isBusy}
          aria-label={`${t('community-writing:drafts.discard')} ${name}`}
          onClick={discard}
        >
          {t('community-writing:drafts.discard')}
        </Button>
      </Row>
    </Row>
  );
}

/** The post or community that a draft belongs to, the draft's title and text, and its age. */
function Words({ draft, title, text }: { draft: ListedDraft; title: string; text: string }) {
  const { t } = useTranslation(['community', 'community-writing']);
  const { home, saved_at, isOnDevice } = draft;
  const kind = kindOf(draft);
  const channel = home.channel ? `fl@${home.channel.slug}` : kind === 'post' && t('write.myPage');
  return (
    <div className={styles.words}>
      <Row as="p" gap={10} rowGap={4} wrap className={styles.place}>
        <span>{t(`community-writing:drafts.kind.${kind}`, { title: home.post?.title })}</span>
        {channel && <span>{channel}</span>}
      </Row>
      {title && <h2 className={styles.title}>{title}</h2>}
      {(text || !title) && <p className={styles.text}>{text || t('community-writing:drafts.blank')}</p>}
      <Row as="p" gap={10} rowGap={4} wrap className={styles.place}>
        <Ago moment={saved_at} />
        {isOnDevice && (
          <span className={styles.device}>
            <Icon as={HardDrive} size="s" />
            {t('draft.device')}
          </span>
        )}
      </Row>
    </div>
  );
}

/**
 * Links to the page where the draft was begun. If that page is closed for writing, the writer can still copy the text.
 */
function GoOn({ draft, name, text }: { draft: ListedDraft; name: string; text: string }) {
  const { t } = useTranslation(['community', 'community-writing']);
  const locale = useLocale();
  const copy = useCopy();
  const path = draftPath(draft);
  if (path)
    return (
      <LinkButton to={inLanguage(path, locale)} size="s" aria-label={`${t('community-writing:drafts.goOn')} ${name}`}>
        {t('community-writing:drafts.goOn')}
      </LinkButton>
    );
  if (!text) return null;
  return (
    <Button
      size="s"
      aria-label={`${t('community-writing:drafts.copy')} ${name}`}
      onClick={() => void copy([draft.title, text].filter(Boolean).join('\n\n'), t('community-writing:drafts.copied'))}
    >
      {t('community-writing:drafts.copy')}
    </Button>
  );
}

/** Returns the text without markup, with one line for each paragraph. */
function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll(/<\/(p|li|h\d|blockquote|tr)>/g, '$&\n'), 'text/html');
  return (page.body.textContent ?? '').trim();
}

/** Deletes a draft on the device and the service. It can be restored as long as its row is on the page. */
function useDiscard(userId: string, { isOnService, isOnDevice: _isOnDevice, ...draft }: ListedDraft) {
  const errorText = useErrorText();
  const [state, setState] = useState<'kept' | 'gone' | 'back'>('kept');
  const discard = useMutation({
    mutationFn: async () => {
      // A draft that only this device has can be deleted without a connection.
      if (isOnService || state === 'back') await call.community.deleteDraft({ id: draft.id });
      unsent.forget(userId, draft.id);
    },
    onSuccess: () => {
      setState('gone');
      void refreshMyCommunity();
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const undo = async () => {
    // The draft is first stored on the device, which works without a connection. It is deleted from the device once the
    // service has it.
    unsent.keep(userId, draft);
    setState('back');
    const { saved_at: _savedAt, home: _home, ...text } = draft;
    await call.community.saveDraft(text).then(
      () => unsent.forget(userId, draft.id),
      () => undefined,
    );
    void refreshMyCommunity();
  };
  return {
    isGone: state === 'gone',
    isBack: state === 'back',
    isBusy: discard.isPending,
    discard: () => discard.mutate(),
    undo: () => void undo(),
  };
}
