import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './app-layout.css';

export default function AppLayout() {
  return (
    <>
      <header className="app-header">
        <div className="page app-header__row">
          <Brand to="/dashboard" />
          <LanguageMenu />
        </div>
      </header>
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
    </>
  );
}
