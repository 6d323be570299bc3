import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { CommunityLimits } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import { refreshChannel } from './use-ending.ts';

interface Props {
  channel: Channel;
  onClose: () => void;
}

/**
 * The dialog in which an owner deletes a community. It lists what will be lost and when. The owner must type the
 * community's short name (`slug`), so that nobody deletes the wrong community.
 */
export default function DeleteCommunityDialog({ channel, onClose }: Props) {
  const { t } = useTranslation(['community-ending', 'community']);
  const errorText = useErrorText();
  const [slug, setSlug] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.askChannelDeletion({ channel_id: channel.id, slug: slug.trim() }),
    onSuccess: async () => {
      await refreshChannel();
      onClose();
      toast({ kind: 'success', title: t('done.delete'), text: t('done.delete.text') });
    },
  });
  const isWrong = refusalOf(error)?.code === 'INVALID_INPUT';
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('dialog.title', { name: channel.name || channel.slug })}
      lead={t('dialog.lead', { days: CommunityLimits.deletion_days })}
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('community:cancel')}
          </Button>
          <Button variant="danger" disabled={slug.trim() === ''} busy={isPending} onClick={() => mutate()}>
            {t('dialog.action')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('dialog.label', { slug: channel.slug })}
        value={slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error && (isWrong ? t('dialog.wrong', { slug: channel.slug }) : errorText(error))}
        onChange={(event) => setSlug(event.target.value)}
      />
    </CommunityDialog>
  );
}
