import React from 'react';
import PropTypes from 'prop-types';

const Pager = ({ page, pages, onPage }) => {
  if (pages < 2) {
    return null;
  }

  return (
    <div className="pager">
      <button disabled={page === 1} onClick={() => onPage(page - 1)}>Previous</button>
      <span>Page {page} of {pages}</span>
      <button disabled={page === pages} onClick={() => onPage(page + 1)}>Next</button>
    </div>
  );
};

Pager.propTypes = {
  page: PropTypes.number.isRequired,
  pages: PropTypes.number.isRequired,
  onPage: PropTypes.func.isRequired
};

export default Pager;
