import React from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';

const Header = ({ savedCount }) => (
  <header className="header">
    <Link className="logo" to="/">Next Desk</Link>
    <nav>
      <Link to="/vacancies">All vacancies</Link>
      <Link to="/">Saved ({savedCount})</Link>
    </nav>
  </header>
);

Header.propTypes = {
  savedCount: PropTypes.number.isRequired
};

const mapStateToProps = state => ({ savedCount: state.saved.length });

export default connect(mapStateToProps)(Header);
