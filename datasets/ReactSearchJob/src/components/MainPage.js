import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';
import SearchForm from './SearchForm';
import VacancyCard from './VacancyCard';
import { POPULAR_SEARCHES } from '../constants';
import { DEFAULT_FILTERS, listPath } from '../utils/filters';

class MainPage extends Component {
  constructor(props) {
    super(props);
    this.handleSearch = this.handleSearch.bind(this);
  }

  handleSearch(text, place) {
    this.props.history.push(listPath({ ...DEFAULT_FILTERS, text, place }));
  }

  renderSaved() {
    const { saved } = this.props;

    return (
      <section className="saved">
        <h2>Saved vacancies</h2>
        {saved.length === 0 && (
          <p className="empty">Nothing saved yet. The star of a vacancy keeps it here.</p>
        )}
        {saved.map((vacancy, index) => (
          <VacancyCard key={index} vacancy={vacancy} />
        ))}
      </section>
    );
  }

  render() {
    return (
      <div className="main-page">
        <h1>Find your next desk</h1>
        <p className="lead">Vacancies from twelve job boards in one search.</p>
        <SearchForm text="" place="" onSearch={this.handleSearch} />
        <p className="popular">
          Popular:
          {POPULAR_SEARCHES.map(text => (
            <Link key={text} to={listPath({ ...DEFAULT_FILTERS, text })}>{text}</Link>
          ))}
        </p>
        {this.renderSaved()}
      </div>
    );
  }
}

MainPage.propTypes = {
  saved: PropTypes.array.isRequired,
  history: PropTypes.object.isRequired
};

const mapStateToProps = state => ({
  saved: state.saved
});

export default connect(mapStateToProps)(MainPage);
