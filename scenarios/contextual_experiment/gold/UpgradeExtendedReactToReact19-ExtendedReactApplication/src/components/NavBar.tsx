import { Link, NavLink, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { selectIsCoordinator, selectUser, signOut } from '../store/session';

export function NavBar() {
  const user = useAppSelector(selectUser);
  const canPlan = useAppSelector(selectIsCoordinator);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();

  const handleSignOut = async () => {
    // The list is on the screen first: a screen that needs a login would otherwise send its user to the login screen.
    await navigate('/surveys', { flushSync: true });
    dispatch(signOut());
  };

  return (
    <nav className="nav-bar">
      <Link to="/surveys" className="brand">
        Reedbed
      </Link>
      <NavLink to="/surveys" end>
        Surveys
      </NavLink>
      {canPlan && <NavLink to="/surveys/new">Plan a survey</NavLink>}
      <NavLink to="/sites">Sites</NavLink>
      <NavLink to="/settings">Settings</NavLink>
      {user ? (
        <span className="user">
          {user.name}
          <button type="button" className="link" onClick={() => void handleSignOut()}>
            Sign out
          </button>
        </span>
      ) : (
        <NavLink to="/login">Sign in</NavLink>
      )}
    </nav>
  );
}
