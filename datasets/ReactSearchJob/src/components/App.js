import React from 'react';
import { Redirect, Route, Switch } from 'react-router-dom';
import Header from './Header';
import MainPage from './MainPage';
import VacancyListPage from './VacancyListPage';
import VacancyPage from './VacancyPage';

const App = () => (
  <div className="app">
    <Route component={Header} />
    <main className="main">
      <Switch>
        <Route exact path="/" component={MainPage} />
        <Route exact path="/vacancies" component={VacancyListPage} />
        <Route exact path="/vacancies/:id" component={VacancyPage} />
        <Redirect to="/" />
      </Switch>
    </main>
    <footer className="footer">
      Next Desk shows vacancies of other job boards and is not responsible for what they say.
    </footer>
  </div>
);

export default App;
