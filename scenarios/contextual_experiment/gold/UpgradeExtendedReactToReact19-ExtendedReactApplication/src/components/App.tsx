import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { NavBar } from './NavBar';
import { NoticeArea } from './NoticeArea';

/** The frame around every screen. */
export function App() {
  const { pathname } = useLocation();

  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <div className="app">
      <NavBar />
      <main>
        <Outlet />
      </main>
      <NoticeArea />
    </div>
  );
}
