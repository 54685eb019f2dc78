import React, { Component } from 'react';
import PropTypes from 'prop-types';
import queryString from 'query-string';
import { connect } from 'react-redux';
import Pagination from '../components/Pagination';
import { withPreferences } from '../components/PreferencesProvider';
import SurveyCard from '../components/SurveyCard';
import SurveyFilters from '../components/SurveyFilters';
import { loadSites } from '../store/sites';
import { loadSurveys } from '../store/surveys';
import { plural } from '../utils/format';
import { preferencesShape, routerPropTypes, siteShape, surveyShape } from '../utils/propTypes';

const NO_FILTERS = { search: '', status: '', site: '', page: '1' };

// Filters and page live in the address, so that a list can be bookmarked and the Back button works.
function readQuery(location) {
  const query = { ...NO_FILTERS, ...queryString.parse(location.search) };
  return { ...query, page: Number(query.page) };
}

class SurveyListScreen extends Component {
  constructor(props) {
    super(props);
    this.handleFilters = this.handleFilters.bind(this);
    this.handlePage = this.handlePage.bind(this);
    this.handleRetry = this.handleRetry.bind(this);
  }

  componentDidMount() {
    this.props.loadSites();
    this.load(this.props.location);
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.location.search !== this.props.location.search) {
      this.load(nextProps.location);
    }
  }

  load(location) {
    this.props.loadSurveys({ ...readQuery(location), size: this.props.preferences.pageSize });
  }

  goTo(changes) {
    const query = { ...readQuery(this.props.location), ...changes };
    this.props.history.push(`/surveys?${queryString.stringify(query)}`);
  }

  handleFilters(changes) {
    this.goTo({ ...changes, page: 1 });
  }

  handlePage(page) {
    this.goTo({ page });
  }

  handleRetry() {
    this.load(this.props.location);
  }

  renderList() {
    const { items, total, loading, error } = this.props.surveys;

    if (error) {
      return (
        <p className="error">
          The surveys could not be loaded. {error}
          <button type="button" onClick={this.handleRetry}>Try again</button>
        </p>
      );
    }
    return (
      <div className={loading ? 'list stale' : 'list'}>
        <p>{loading ? 'Loading surveys…' : plural(total, 'survey')}</p>
        <ul>
          {items.map(survey => <SurveyCard key={survey.id} survey={survey} />)}
        </ul>
      </div>
    );
  }

  render() {
    const { location, sites, surveys, preferences } = this.props;
    const query = readQuery(location);

    return (
      <div>
        <h1>Surveys</h1>
        <SurveyFilters filters={query} sites={sites} onChange={this.handleFilters} />
        {this.renderList()}
        <Pagination
          page={query.page}
          size={preferences.pageSize}
          total={surveys.total}
          onChange={this.handlePage}
        />
      </div>
    );
  }
}

SurveyListScreen.propTypes = {
  ...routerPropTypes,
  surveys: PropTypes.shape({
    items: PropTypes.arrayOf(surveyShape).isRequired,
    total: PropTypes.number.isRequired,
    loading: PropTypes.bool.isRequired,
    error: PropTypes.string.isRequired
  }).isRequired,
  sites: PropTypes.arrayOf(siteShape).isRequired,
  preferences: preferencesShape.isRequired,
  loadSites: PropTypes.func.isRequired,
  loadSurveys: PropTypes.func.isRequired
};

const mapStateToProps = ({ surveys, sites }) => ({ surveys, sites: sites.items });

export default connect(mapStateToProps, { loadSites, loadSurveys })(withPreferences(SurveyListScreen));
