import { useMutation } from '@tanstack/react-query';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Returns a function that downloads a file from the service to the person's device. Also returns whether the download
 * is running.
 */
export function useFile(load: () => Promise<Blob>, name: string) {
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: (file) => download(file, name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return { get: () => mutate(), isPending };
}
