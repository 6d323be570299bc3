import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from './not-found.tsx';

/** The screen for an error that no other part of the app handles. */
export function ErrorScreen() {
  const error = useRouteError();
  const { t } = useTranslation();
  useEndOfFirstView();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (import.meta.env.DEV) console.error(error);
  return (
    <main className="page last-resort" id="content">
      <title>{`${t('fault.title')} · Flaira`}</title>
      <h1 className="h1">{t('fault.title')}</h1>
      <p className="lead">{t('fault.text')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </main>
  );
}
