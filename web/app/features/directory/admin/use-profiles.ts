import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminProfile } from '#contract/directory.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

export const useProfiles = () => useQuery(api.directory.adminListProfiles.queryOptions());

export function useHide(onDone: () => void) {
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
