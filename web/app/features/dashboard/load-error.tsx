import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/refusal.ts';
import { ErrorState } from '#web/ui/list-states.tsx';

interface Props {
  error: unknown;
  /** What is safe. */
  text: string;
  onRetry: () => void;
  busy: boolean;
}

/** What a card says when its answer did not come. */
export function LoadError({ error, ...rest }: Props) {
  const { t } = useTranslation('dashboard');
  const code = refusalOf(error)?.code;
  const kind = code === 'UNAUTHENTICATED' ? 'not_signed_in' : code === 'NOT_FOUND' ? 'no_data' : 'unexpected';
  return <ErrorState title={t(`error.${kind}`)} {...rest} />;
}
