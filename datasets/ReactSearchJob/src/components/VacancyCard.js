import React from 'react';
import PropTypes from 'prop-types';
import { Link } from 'react-router-dom';
import SaveButton from './SaveButton';
import { EMPLOYMENT_LABELS } from '../constants';
import { formatDate, formatSalary, shorten } from '../utils/format';

const VacancyCard = ({ vacancy }) => (
  <article className="card">
    <SaveButton vacancy={vacancy} />
    <h3>
      <Link to={'/vacancies/' + vacancy.id}>{vacancy.title}</Link>
    </h3>
    <p className="company">{vacancy.company.name}, {vacancy.place}</p>
    <p className="salary">{formatSalary(vacancy.salary)}</p>
    <p className="snippet">{shorten(vacancy.snippet, 160)}</p>
    <ul className="details">
      <li>{EMPLOYMENT_LABELS[vacancy.employment]}</li>
      <li>{formatDate(vacancy.published_at)}</li>
      <li>{vacancy.source}</li>
    </ul>
  </article>
);

VacancyCard.propTypes = {
  vacancy: PropTypes.object.isRequired
};

export default VacancyCard;
