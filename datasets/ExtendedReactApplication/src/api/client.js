import axios from 'axios';
import { SESSION_KEY, read } from '../utils/storage';

const client = axios.create({ baseURL: '/api', timeout: 10000 });

let handleUnauthorised = null;

export function onUnauthorised(handler) {
  handleUnauthorised = handler;
}

// Every failure reaches the caller as { status, message, errors }; status 0 means: no answer.
function toFailure(error) {
  const { status, data } = error.response || { status: 0, data: {} };

  return {
    status,
    message: data.message || 'The server cannot be reached.',
    errors: data.errors || {}
  };
}

client.interceptors.request.use(config => {
  const session = read(SESSION_KEY, null);
  if (session) {
    config.headers.Authorization = `Bearer ${session.token}`;
  }
  return config;
});

client.interceptors.response.use(
  response => response.data,
  error => {
    const failure = toFailure(error);
    const signingIn = /\/session$/.test(error.config.url);
    if (failure.status === 401 && !signingIn) {
      handleUnauthorised();
    }
    return Promise.reject(failure);
  }
);

export default client;
