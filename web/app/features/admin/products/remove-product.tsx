import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshProducts } from './refresh.ts';

/** A second press removes it: the first one asks. */
export function RemoveProduct({ product, onRemoved }: { product: Product; onRemoved: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useMutation(
    api.progress.adminDeleteProduct.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('product.removed', { name: product.name_en }) });
        onRemoved();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshProducts,
    }),
  );
  return (
    <Button
      variant="danger"
      size="s"
      busy={isPending}
      onClick={() => (isAsked ? mutate({ id: product.id }) : setIsAsked(true))}
    >
      {t(isAsked ? 'product.remove.sure' : 'product.remove')}
    </Button>
  );
}
