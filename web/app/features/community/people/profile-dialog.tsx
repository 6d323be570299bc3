import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import { personPath } from '../parts/links.ts';

interface Props {
  profile: { handle: string; display_name: string; bio: string; practitioner: unknown };
  onClose: () => void;
}

/**
 * The dialog in which the reader edits the name and the profile that others see. A practitioner cannot change the
 * registered name.
 */
export default function ProfileDialog({ profile, onClose }: Props) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [handle, setHandle] = useState(profile.handle);
  const [display_name, setName] = useState(profile.display_name);
  const [bio, setBio] = useState(profile.bio);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.updateMyProfile({ handle, display_name, bio }),
    onSuccess: (now) => {
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      onClose();
      navigate(inLanguage(personPath(now.handle), locale), { replace: true });
    },
  });
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('person.edit')}
      lead={t('person.edit.lead')}
      action={t('edit.save')}
      busy={isPending}
      onSubmit={() => mutate()}
      problem={error && errorText(error)}
    >
      <TextField
        label={t('person.name')}
        maxLength={CommunityLimits.display_name_max}
        disabled={profile.practitioner !== null}
        value={display_name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('person.handle')}
        hint={t('person.handle.hint')}
        maxLength={CommunityLimits.handle.max}
        value={handle}
        onChange={(event) => setHandle(event.target.value.toLowerCase())}
      />
      <TextArea
        label={t('person.bio')}
        optional
        maxLength={CommunityLimits.bio_max}
        value={bio}
        onChange={(event) => setBio(event.target.value)}
      />
    </CommunityFormDialog>
  );
}
