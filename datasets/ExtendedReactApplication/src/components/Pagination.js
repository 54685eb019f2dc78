import React from 'react';
import PropTypes from 'prop-types';

export default function Pagination({ page, size, total, label, onChange }) {
  const last = Math.ceil(total / size);

  if (last < 2) {
    return null;
  }
  return (
    <nav className="pagination" aria-label={label}>
      <button type="button" disabled={page <= 1} onClick={() => onChange(page - 1)}>Previous</button>
      <span>Page {page} of {last}</span>
      <button type="button" disabled={page >= last} onClick={() => onChange(page + 1)}>Next</button>
    </nav>
  );
}

Pagination.propTypes = {
  page: PropTypes.number.isRequired,
  size: PropTypes.number.isRequired,
  total: PropTypes.number.isRequired,
  label: PropTypes.string,
  onChange: PropTypes.func.isRequired
};

Pagination.defaultProps = {
  label: 'Pages of surveys'
};
