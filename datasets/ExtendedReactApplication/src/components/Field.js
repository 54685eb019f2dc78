import React from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';

// A label around one control, which gets every other prop, with the error below.
export default function Field({ as: Control, label, error, hint, children, ...control }) {
  return (
    <label className={classNames('field', { invalid: error })}>
      <span className="field-label">{label}</span>
      <Control {...control}>{children}</Control>
      {hint && <span className="field-hint">{hint}</span>}
      {error && <span className="field-error">{error}</span>}
    </label>
  );
}

Field.propTypes = {
  as: PropTypes.string,
  label: PropTypes.string.isRequired,
  error: PropTypes.string,
  hint: PropTypes.string,
  children: PropTypes.node
};

Field.defaultProps = {
  as: 'input',
  error: '',
  hint: ''
};
