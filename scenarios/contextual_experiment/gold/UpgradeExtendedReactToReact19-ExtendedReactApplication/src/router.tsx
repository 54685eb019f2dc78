import { createBrowserRouter, Navigate } from 'react-router';
import { App } from './components/App';
import { RequireLogin } from './components/RequireLogin';
import { LoginScreen } from './screens/LoginScreen';
import { NotFoundScreen } from './screens/NotFoundScreen';
import { SettingsScreen } from './screens/SettingsScreen';
import { SitesScreen } from './screens/SitesScreen';
import { SurveyFormScreen } from './screens/SurveyFormScreen';
import { SurveyListScreen } from './screens/SurveyListScreen';
import { SurveyScreen } from './screens/SurveyScreen';

export const router = createBrowserRouter([
  {
    path: '/',
    element: <App />,
    children: [
      { index: true, element: <Navigate to="/surveys" replace /> },
      { path: 'surveys', element: <SurveyListScreen /> },
      {
        element: <RequireLogin role="coordinator" />,
        children: [
          { path: 'surveys/new', element: <SurveyFormScreen /> },
          { path: 'surveys/:id/edit', element: <SurveyFormScreen /> },
        ],
      },
      { path: 'surveys/:id', element: <SurveyScreen /> },
      { path: 'sites', element: <SitesScreen /> },
      { path: 'settings', element: <SettingsScreen /> },
      { path: 'login', element: <LoginScreen /> },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]);
