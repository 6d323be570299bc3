import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Guide } from '#contract/community/guides.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import { guidesPath } from '../parts/links.ts';
import styles from './guides.module.css';

export default function DeleteGuideDialog({ guide, onClose }: { guide: Guide; onClose: () => void }) {
  const { t } = useTranslation('community-guides');
  const { t: words } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.deleteGuide({ guide_id: guide.id }),
    onSuccess: async () => {
      toast({ kind: 'success', title: t('removed') });
      void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
      await navigate(inLanguage(guidesPath(guide.channel.slug), locale));
    },
  });
  return (
    <CommunityDialog
      onClose={onClose}
      size="s"
      title={t('remove')}
      lead={t('remove.lead')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
        </p>
      )}
    </CommunityDialog>
  );
}
