import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { EMPLOYMENT_LABELS, PERIODS } from '../constants';
import { DEFAULT_FILTERS } from '../utils/filters';

class FilterPanel extends Component {
  constructor(props) {
    super(props);
    this.state = {
      salary: props.filters.salary,
      type: props.filters.type,
      days: props.filters.days,
      error: ''
    };
    this.handleChange = this.handleChange.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
    this.handleReset = this.handleReset.bind(this);
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.filters !== this.props.filters) {
      this.setState({
        salary: nextProps.filters.salary,
        type: nextProps.filters.type,
        days: nextProps.filters.days,
        error: ''
      });
    }
  }

  handleChange(event) {
    this.setState({ [event.target.name]: event.target.value });
  }

  handleType(id) {
    const { type } = this.state;
    const index = type.indexOf(id);

    if (index === -1) {
      type.push(id);
    } else {
      type.splice(index, 1);
    }
    this.setState({ type });
  }

  handleSubmit(event) {
    event.preventDefault();
    const { salary, type, days } = this.state;

    if (!/^\d{0,6}$/.test(salary)) {
      this.setState({ error: 'The salary must be a whole number of at most 6 digits.' });
      return;
    }

    this.props.onApply({ salary, type, days });
  }

  handleReset() {
    this.props.onApply({
      salary: DEFAULT_FILTERS.salary,
      type: DEFAULT_FILTERS.type,
      days: DEFAULT_FILTERS.days
    });
  }

  render() {
    const { salary, type, days, error } = this.state;

    return (
      <form className="filter-panel" onSubmit={this.handleSubmit}>
        <h2>Filters</h2>
        <input
          className="salary"
          type="text"
          name="salary"
          placeholder="Salary from, EUR a month"
          value={salary}
          onChange={this.handleChange}
        />
        {error && <p className="error">{error}</p>}
        <fieldset>
          <legend>Employment</legend>
          {Object.keys(EMPLOYMENT_LABELS).map(id => (
            <label key={id}>
              <input
                type="checkbox"
                checked={type.indexOf(id) !== -1}
                onChange={() => this.handleType(id)}
              />
              {EMPLOYMENT_LABELS[id]}
            </label>
          ))}
        </fieldset>
        <label>
          Published
          <select name="days" value={days} onChange={this.handleChange}>
            {PERIODS.map(period => (
              <option key={period.id} value={period.id}>{period.label}</option>
            ))}
          </select>
        </label>
        <button type="submit">Apply</button>
        <button type="button" className="link" onClick={this.handleReset}>Reset</button>
      </form>
    );
  }
}

FilterPanel.propTypes = {
  filters: PropTypes.object.isRequired,
  onApply: PropTypes.func.isRequired
};

export default FilterPanel;
