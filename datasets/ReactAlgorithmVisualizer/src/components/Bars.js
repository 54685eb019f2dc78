import React from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';

function Bars({ frame, showValues }) {
  return (
    <div className="bars">
      {frame.values.map((value, i) => (
        <div
          key={i}
          className={classNames('bar', {
            sorted: frame.sorted.indexOf(i) !== -1,
            pivot: frame.pivot === i,
            active: frame.active.includes(i),
            changed: frame.changed.includes(i)
          })}
          style={{ height: value + '%' }}
          title={value}
        >
          {showValues && <span>{value}</span>}
        </div>
      ))}
    </div>
  );
}

Bars.propTypes = {
  frame: PropTypes.object.isRequired,
  showValues: PropTypes.bool
};

Bars.defaultProps = {
  showValues: false
};

export default Bars;
