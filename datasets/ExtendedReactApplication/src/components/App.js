import React, { Component } from 'react';
import { Redirect, Route, Switch, withRouter } from 'react-router-dom';
import NavBar from './NavBar';
import NoticeArea from './NoticeArea';
import requireLogin from './requireLogin';
import LoginScreen from '../screens/LoginScreen';
import SettingsScreen from '../screens/SettingsScreen';
import SitesScreen from '../screens/SitesScreen';
import SurveyFormScreen from '../screens/SurveyFormScreen';
import SurveyListScreen from '../screens/SurveyListScreen';
import SurveyScreen from '../screens/SurveyScreen';

const CoordinatorForm = requireLogin(SurveyFormScreen, 'coordinator');

function NotFound({ location }) {
  return <p className="empty">There is no page at {location.pathname}.</p>;
}

class App extends Component {
  componentDidUpdate(prevProps) {
    if (prevProps.location.pathname !== this.props.location.pathname) {
      window.scrollTo(0, 0);
    }
  }

  render() {
    return (
      <div className="app">
        <NavBar />
        <main>
          <Switch>
            <Redirect exact from="/" to="/surveys" />
            <Route exact path="/surveys" component={SurveyListScreen} />
            <Route key="new" exact path="/surveys/new" component={CoordinatorForm} />
            <Route exact path="/surveys/:id" component={SurveyScreen} />
            <Route key="edit" exact path="/surveys/:id/edit" component={CoordinatorForm} />
            <Route exact path="/sites" component={SitesScreen} />
            <Route exact path="/settings" component={SettingsScreen} />
            <Route exact path="/login" component={LoginScreen} />
            <Route component={NotFound} />
          </Switch>
        </main>
        <NoticeArea />
      </div>
    );
  }
}

export default withRouter(App);
