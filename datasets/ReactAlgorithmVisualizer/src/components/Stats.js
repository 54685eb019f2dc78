import React from 'react';
import PropTypes from 'prop-types';

function Stats({ values }) {
  return (
    <dl className="stats">
      {Object.keys(values).map(label => (
        <div key={label} className="stat">
          <dt>{label}</dt>
          <dd>{values[label]}</dd>
        </div>
      ))}
    </dl>
  );
}

Stats.propTypes = {
  values: PropTypes.object.isRequired
};

export default Stats;
