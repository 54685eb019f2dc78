import { type SubmitEvent, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { signIn } from '../store/session';
import type { FieldErrors } from '../types';
import { hasErrors, LOGIN_RULES, validate } from '../utils/validation';

/** Where to go after signing in: back to the screen that has sent the visitor here, otherwise to the list. */
function readTarget(state: unknown): string {
  const from: unknown = (state as { from?: unknown } | null)?.from;

  return typeof from === 'string' ? from : '/surveys';
}

export function LoginScreen() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const passwordInput = useRef<HTMLInputElement>(null);
  const { user, sending, error } = useAppSelector((state) => state.session);
  const { state } = useLocation();
  const dispatch = useAppDispatch();

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = validate(LOGIN_RULES, { email, password });
    setErrors(found);

    if (!hasErrors(found)) {
      const result = await dispatch(signIn({ email, password }));

      if (signIn.rejected.match(result)) {
        setPassword('');
        passwordInput.current?.focus();
      }
    }
  };

  if (user) {
    return <Navigate to={readTarget(state)} replace />;
  }
  return (
    <form className="login" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <h1>Sign in</h1>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <label className="field">
        <span className="field-label">Email</span>
        <input type="email" autoFocus value={email} onChange={(event) => setEmail(event.target.value)} />
        <span className="field-error" role="alert">
          {errors.email}
        </span>
      </label>
      <label className="field">
        <span className="field-label">Password</span>
        <input
          ref={passwordInput}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <span className="field-error" role="alert">
          {errors.password}
        </span>
      </label>
      <button type="submit" disabled={sending}>
        {sending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
