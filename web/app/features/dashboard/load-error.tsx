import { useTranslation } from 'react-i18next';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ErrorState } from '#web/ui/list-states.tsx';

interface Props {
  error: unknown;
  /** The text that tells the person which data is safe despite the error. */
  text: string;
  onRetry: () => void;
  busy: boolean;
}

/** Shown instead of a card whose data failed to load. */
export function LoadError({ error, ...rest }: Props) {
  const { t } = useTranslation('dashboard');
  const errorText = useErrorText();
  const code = refusalOf(error)?.code;
  const title =
    code === 'UNAUTHENTICATED'
      ? t('error.not_signed_in')
      : code === 'NOT_FOUND'
        ? t('error.no_data')
        : code
          ? errorText(error, t('error.unexpected'))
          : t('error.unexpected');
  return <ErrorState title={title} {...rest} />;
}
