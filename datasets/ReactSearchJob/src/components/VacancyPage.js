import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';
import SaveButton from './SaveButton';
import { loadVacancy } from '../actions/vacancies';
import { EMPLOYMENT_LABELS } from '../constants';
import { formatDate, formatSalary } from '../utils/format';

class VacancyPage extends Component {
  constructor(props) {
    super(props);
    this.load = this.load.bind(this);
  }

  componentDidMount() {
    this.load();
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.match.params.id !== this.props.match.params.id) {
      nextProps.loadVacancy(nextProps.match.params.id);
      window.scrollTo(0, 0);
    }
  }

  load() {
    this.props.loadVacancy(this.props.match.params.id);
  }

  renderFacts() {
    const { vacancy } = this.props;

    return (
      <dl className="facts">
        <dt>Salary</dt>
        <dd>{formatSalary(vacancy.salary)}</dd>
        <dt>Place</dt>
        <dd>{vacancy.place}</dd>
        <dt>Employment</dt>
        <dd>{EMPLOYMENT_LABELS[vacancy.employment]}</dd>
        <dt>Published</dt>
        <dd>{formatDate(vacancy.published_at)} on {vacancy.source}</dd>
      </dl>
    );
  }

  renderApply() {
    const { vacancy } = this.props;

    if (vacancy.archived) {
      return <p className="archived">This vacancy is closed.</p>;
    }
    return (
      <a className="apply" href={vacancy.url} target="_blank">
        Apply on {vacancy.source}
      </a>
    );
  }

  renderRelated() {
    const { related } = this.props;

    if (related.length === 0) {
      return null;
    }
    return (
      <aside className="related">
        <h2>Related vacancies</h2>
        <ul>
          {related.map((vacancy, index) => (
            <li key={index}>
              <Link to={'/vacancies/' + vacancy.id}>{vacancy.title}</Link>
              <span>{vacancy.company.name}</span>
              <span>{formatSalary(vacancy.salary)}</span>
            </li>
          ))}
        </ul>
      </aside>
    );
  }

  renderVacancy() {
    const { vacancy } = this.props;

    return (
      <article className="vacancy">
        <SaveButton vacancy={vacancy} />
        <h1>{vacancy.title}</h1>
        <p className="company">{vacancy.company.name}</p>
        {this.renderFacts()}
        <div
          className="description"
          dangerouslySetInnerHTML={{ __html: vacancy.description }}
        />
        <h2>Skills</h2>
        <ul className="skills">
          {vacancy.skills.map(skill => <li key={skill}>{skill}</li>)}
        </ul>
        {this.renderApply()}
      </article>
    );
  }

  render() {
    const { vacancy, loading, error, history } = this.props;

    if (loading) {
      return <p className="loading">Loading the vacancy…</p>;
    }
    if (error) {
      return (
        <div className="failure">
          <p className="error">{error}</p>
          <button onClick={this.load}>Try again</button>
        </div>
      );
    }
    return (
      <div className="vacancy-page">
        <button className="link" onClick={history.goBack}>Back</button>
        {vacancy && this.renderVacancy()}
        {this.renderRelated()}
      </div>
    );
  }
}

VacancyPage.propTypes = {
  vacancy: PropTypes.object,
  related: PropTypes.array.isRequired,
  loading: PropTypes.bool.isRequired,
  error: PropTypes.string,
  loadVacancy: PropTypes.func.isRequired,
  history: PropTypes.object.isRequired,
  match: PropTypes.object.isRequired
};

const mapStateToProps = state => ({
  vacancy: state.vacancy.item,
  related: state.vacancy.related,
  loading: state.vacancy.loading,
  error: state.vacancy.error
});

export default connect(mapStateToProps, { loadVacancy })(VacancyPage);
