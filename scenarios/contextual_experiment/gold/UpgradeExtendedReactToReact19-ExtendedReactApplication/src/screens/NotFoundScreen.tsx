import { useLocation } from 'react-router';

export function NotFoundScreen() {
  const { pathname } = useLocation();

  return <p className="empty">There is no page at {pathname}.</p>;
}
