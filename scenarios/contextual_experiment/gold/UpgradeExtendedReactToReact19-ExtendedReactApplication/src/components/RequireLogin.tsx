import { Navigate, Outlet, useLocation } from 'react-router';
import { useAppSelector } from '../store/hooks';
import { selectUser } from '../store/session';
import type { Role } from '../types';

interface RequireLoginProps {
  readonly role: Role;
}

/** Sends visitors to the login screen and back afterwards, and turns users of another role away. */
export function RequireLogin({ role }: RequireLoginProps) {
  const user = useAppSelector(selectUser);
  const { pathname } = useLocation();

  if (!user) {
    return <Navigate to="/login" state={{ from: pathname }} replace />;
  }
  if (user.role !== role) {
    return <p className="empty">This page is for a {role}.</p>;
  }
  return <Outlet />;
}
