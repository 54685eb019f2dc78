import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import FilterPanel from './FilterPanel';
import Pager from './Pager';
import SearchForm from './SearchForm';
import VacancyCard from './VacancyCard';
import { loadVacancies } from '../actions/vacancies';
import { ORDERS } from '../constants';
import { listPath, parseFilters } from '../utils/filters';
import { sortBySalary } from '../utils/format';

class VacancyListPage extends Component {
  constructor(props) {
    super(props);
    this.state = { showTop: false };
    this.load = this.load.bind(this);
    this.handleSearch = this.handleSearch.bind(this);
    this.handleOrder = this.handleOrder.bind(this);
    this.handlePage = this.handlePage.bind(this);
    this.changeFilters = this.changeFilters.bind(this);
  }

  componentDidMount() {
    this.load();
    window.addEventListener('scroll', this.handleScroll.bind(this));
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.location.search !== this.props.location.search) {
      nextProps.loadVacancies(nextProps.filters);
    }
  }

  componentWillUnmount() {
    window.removeEventListener('scroll', this.handleScroll.bind(this));
  }

  load() {
    this.props.loadVacancies(this.props.filters);
  }

  changeFilters(change) {
    this.props.history.push(listPath({ ...this.props.filters, page: 1, ...change }));
  }

  handleSearch(text, place) {
    this.changeFilters({ text, place });
  }

  handleOrder(event) {
    this.changeFilters({ order: event.target.value });
  }

  handlePage(page) {
    this.changeFilters({ page });
    window.scrollTo(0, 0);
  }

  handleScroll() {
    this.setState({ showTop: window.pageYOffset > 400 });
  }

  handleTop() {
    window.scrollTo(0, 0);
  }

  renderToolbar() {
    const { found, filters } = this.props;

    return (
      <div className="toolbar">
        <h1>Vacancies found: {found}</h1>
        <select className="order" value={filters.order} onChange={this.handleOrder}>
          {ORDERS.map(order => (
            <option key={order.id} value={order.id}>{order.label}</option>
          ))}
        </select>
      </div>
    );
  }

  renderResults() {
    const { items, pages, loading, error, filters } = this.props;

    if (loading) {
      return <p className="loading">Loading vacancies…</p>;
    }
    if (error) {
      return (
        <div className="failure">
          <p className="error">{error}</p>
          <button onClick={this.load}>Try again</button>
        </div>
      );
    }
    if (items.length === 0) {
      return <p className="empty">No vacancy fits. Try other words or fewer filters.</p>;
    }
    return (
      <div className="results">
        {items.map(vacancy => (
          <VacancyCard key={vacancy.id} vacancy={vacancy} />
        ))}
        <Pager page={filters.page} pages={pages} onPage={this.handlePage} />
      </div>
    );
  }

  render() {
    const { filters } = this.props;

    return (
      <div className="list-page">
        <SearchForm text={filters.text} place={filters.place} onSearch={this.handleSearch} />
        <div className="columns">
          <aside className="sidebar">
            <FilterPanel filters={filters} onApply={this.changeFilters} />
          </aside>
          <div className="content">
            {this.renderToolbar()}
            {this.renderResults()}
          </div>
        </div>
        {this.state.showTop && (
          <button className="to-top" onClick={this.handleTop}>Back to top</button>
        )}
      </div>
    );
  }
}

VacancyListPage.propTypes = {
  filters: PropTypes.object.isRequired,
  items: PropTypes.array.isRequired,
  found: PropTypes.number.isRequired,
  pages: PropTypes.number.isRequired,
  loading: PropTypes.bool.isRequired,
  error: PropTypes.string,
  loadVacancies: PropTypes.func.isRequired,
  history: PropTypes.object.isRequired,
  location: PropTypes.object.isRequired
};

const mapStateToProps = (state, ownProps) => {
  const filters = parseFilters(ownProps.location.search);
  const { items } = state.vacancies;

  return {
    ...state.vacancies,
    filters,
    items: filters.order === 'salary' ? sortBySalary(items) : items
  };
};

export default connect(mapStateToProps, { loadVacancies })(VacancyListPage);
