import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';
import { withPreferences } from '../components/PreferencesProvider';
import { loadSites } from '../store/sites';
import { formatArea, formatDate } from '../utils/format';
import { preferencesShape, siteShape } from '../utils/propTypes';

const COLUMNS = [
  { name: 'name', label: 'Name' },
  { name: 'area', label: 'Area' },
  { name: 'surveys', label: 'Surveys' },
  { name: 'lastSurvey', label: 'Last survey' }
];

class SitesScreen extends Component {
  constructor(props) {
    super(props);
    this.state = { column: 'name', descending: false };
  }

  componentDidMount() {
    this.props.loadSites();
  }

  // A second click on the same heading turns the order round.
  handleSort(column) {
    const descending = column === this.state.column && !this.state.descending;
    this.setState({ column, descending });
  }

  sortedSites() {
    const { column, descending } = this.state;
    const sites = this.props.sites.sort((a, b) => (a[column] > b[column] ? 1 : -1));
    return descending ? sites.reverse() : sites;
  }

  renderHeading({ name, label }) {
    const { column, descending } = this.state;
    const arrow = descending ? ' ▼' : ' ▲';

    return (
      <th key={name} onClick={() => this.handleSort(name)}>
        {label}
        {name === column && arrow}
      </th>
    );
  }

  render() {
    const { error, preferences } = this.props;

    if (error) {
      return <p className="error">The sites could not be loaded. {error}</p>;
    }
    return (
      <div>
        <h1>Sites</h1>
        <table>
          <thead>
            <tr>{COLUMNS.map(column => this.renderHeading(column))}</tr>
          </thead>
          <tbody>
            {this.sortedSites().map((site, index) => (
              <tr key={index}>
                <td>{site.name}</td>
                <td>{formatArea(site.area, preferences.units)}</td>
                <td><Link to={`/surveys?site=${site.id}`}>{site.surveys}</Link></td>
                <td>{site.lastSurvey ? formatDate(site.lastSurvey) : 'never'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
}

SitesScreen.propTypes = {
  sites: PropTypes.arrayOf(siteShape).isRequired,
  error: PropTypes.string.isRequired,
  preferences: preferencesShape.isRequired,
  loadSites: PropTypes.func.isRequired
};

const mapStateToProps = ({ sites }) => ({ sites: sites.items, error: sites.error });

export default connect(mapStateToProps, { loadSites })(withPreferences(SitesScreen));
