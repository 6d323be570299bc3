import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DirectoryLimits, type MyProfile, type Practice, type ProfileWords } from '#contract/directory.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

const emptyPractice: Practice = { name: '', street: '', postal_code: '', city: '', country: 'FR' };

const wordsOf = ({
  specialities,
  languages,
  introduction_en,
  introduction_fr,
  places,
  is_listed,
}: MyProfile): ProfileWords => ({ specialities, languages, introduction_en, introduction_fr, places, is_listed });

export const useMyPage = () => useQuery(api.directory.getMyPublicProfile.queryOptions());

/** The form of the entry. Typed text stays in it if a save is refused or fails. */
export function usePageForm(profile: MyProfile) {
  const { t } = useTranslation('directory');
  const [words, setWords] = useState(() => wordsOf(profile));
  const queries = useQueryClient();
  const errorText = useErrorText();
  const save = useMutation(
    api.directory.saveMyPublicProfile.mutationOptions({
      onSuccess: (saved) => {
        queries.setQueryData(api.directory.getMyPublicProfile.queryKey(), saved);
        setWords(wordsOf(saved));
        toast({ kind: 'success', title: t(saved.is_public ? 'mine.saved' : 'mine.savedPrivate') });
      },
      onError: (error) => {
        if (refusalOf(error)?.code !== 'INVALID_INPUT') toast({ kind: 'error', title: errorText(error) });
      },
    }),
  );
  const put = <K extends keyof ProfileWords>(name: K, value: ProfileWords[K]) =>
    setWords((before) => ({ ...before, [name]: value }));
  const putPlace = (index: number, change: Partial<Practice>) =>
    put(
      'places',
      words.places.map((place, other) => (other === index ? { ...place, ...change } : place)),
    );
  return {
    words,
    put,
    putPlace,
    addPlace: () => put('places', [...words.places, emptyPractice]),
    removePlace: (index: number) =>
      put(
        'places',
        words.places.filter((_, other) => other !== index),
      ),
    mayAddPlace: words.places.length < DirectoryLimits.places,
    send: () => save.mutate(words),
    isBusy: save.isPending,
    faults: fieldFaults(save.error),
  };
}

export type PageForm = ReturnType<typeof usePageForm>;

function fieldFaults(error: unknown): ReadonlyMap<string, string> {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'INVALID_INPUT') return new Map();
  const { fields } = refusal.data as { fields: Record<string, string[]> };
  return new Map(Object.entries(fields).map(([path, codes]) => [path, codes[0] ?? '']));
}
