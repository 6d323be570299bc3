import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { channelPath } from '../parts/links.ts';
import type { CommunityForm } from './community-form.ts';

/**
 * Creates the community, and then adds its images. If only the images fail, the community exists, and the founder can
 * add them on the edit page.
 */
export function useCreate(onCreated: () => void) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: async ({ name, slug, description, themes, visibility, banner, icon }: CommunityForm) => {
      const made = await call.community.createChannel({
        name,
        description,
        visibility,
        themes,
        slug: slug || undefined,
        idempotency_key,
      });
      if (banner || icon)
        await call.community
          .setChannelBranding({ channel_id: made.channel_id, banner_image_id: banner?.id, icon_image_id: icon?.id })
          .catch((error: unknown) =>
            toast({ kind: 'error', title: t('community-wizard:noPictures'), text: errorText(error) }),
          );
      return made;
    },
    onSuccess: ({ slug }) => {
      onCreated();
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      navigate(inLanguage(`${channelPath(slug)}?created=1`, locale));
    },
  });
  return { create, error: create.error ? errorText(create.error) : undefined };
}
