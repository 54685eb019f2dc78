import React from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';
import { connect } from 'react-redux';
import { toggleSaved } from '../actions/saved';

const SaveButton = ({ vacancy, isSaved, toggleSaved }) => (
  <button
    className={classNames('save', { saved: isSaved })}
    onClick={() => toggleSaved(vacancy)}
  >
    {isSaved ? '★' : '☆'}
  </button>
);

SaveButton.propTypes = {
  vacancy: PropTypes.object.isRequired,
  isSaved: PropTypes.bool.isRequired,
  toggleSaved: PropTypes.func.isRequired
};

const mapStateToProps = (state, ownProps) => ({
  isSaved: state.saved.some(item => item.id === ownProps.vacancy.id)
});

export default connect(mapStateToProps, { toggleSaved })(SaveButton);
