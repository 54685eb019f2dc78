import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { FILTERS, matchesFilter } from '../todoUtils';

class FilterBar extends Component {
  renderFilter(name) {
    const count = this.props.todos.filter(todo => matchesFilter(todo, name)).length;

    return (
      <a key={name} href={'#/' + name} className={name === this.props.filter ? 'selected' : ''}>
        {name} ({count})
      </a>
    );
  }

  render() {
    const { order, onOrder } = this.props;

    return (
      <div className="filter-bar">
        <nav>{FILTERS.map(name => this.renderFilter(name))}</nav>
        <select value={order} onChange={event => onOrder(event.target.value)}>
          <option value="created">Oldest first</option>
          <option value="priority">By priority</option>
          <option value="due">By due date</option>
        </select>
      </div>
    );
  }
}

FilterBar.propTypes = {
  todos: PropTypes.array.isRequired,
  filter: PropTypes.string.isRequired,
  order: PropTypes.string,
  onOrder: PropTypes.func.isRequired
};

FilterBar.defaultProps = {
  order: 'created'
};

export default FilterBar;
