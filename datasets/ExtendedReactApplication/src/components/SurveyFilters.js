import React, { Component } from 'react';
import PropTypes from 'prop-types';
import Field from './Field';
import { STATUSES } from '../utils/format';
import { siteShape } from '../utils/propTypes';

const TYPING_DELAY = 300;

// The selects report at once, the search text after a pause in typing.
export default class SurveyFilters extends Component {
  constructor(props) {
    super(props);
    this.state = { search: props.filters.search };
    this.handleSearch = this.handleSearch.bind(this);
    this.handleSelect = this.handleSelect.bind(this);
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.filters.search !== this.props.filters.search) {
      this.setState({ search: nextProps.filters.search });
    }
  }

  handleSearch(event) {
    const search = event.target.value;
    this.setState({ search });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.props.onChange({ search }), TYPING_DELAY);
  }

  handleSelect(event) {
    this.props.onChange({ [event.target.name]: event.target.value });
  }

  render() {
    const { filters, sites } = this.props;

    return (
      <div className="filters">
        <Field
          label="Search"
          type="search"
          name="search"
          placeholder="Title of the survey"
          value={this.state.search}
          onChange={this.handleSearch}
        />
        <Field as="select" label="Status" name="status" value={filters.status} onChange={this.handleSelect}>
          <option value="">Any status</option>
          {Object.keys(STATUSES).map(status => <option key={status} value={status}>{STATUSES[status]}</option>)}
        </Field>
        <Field as="select" label="Site" name="site" value={filters.site} onChange={this.handleSelect}>
          <option value="">All sites</option>
          {sites.map(site => <option key={site.id} value={site.id}>{site.name}</option>)}
        </Field>
      </div>
    );
  }
}

SurveyFilters.propTypes = {
  filters: PropTypes.shape({
    search: PropTypes.string.isRequired,
    status: PropTypes.string.isRequired,
    site: PropTypes.string.isRequired
  }).isRequired,
  sites: PropTypes.arrayOf(siteShape).isRequired,
  onChange: PropTypes.func.isRequired
};
