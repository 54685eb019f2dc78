import React from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';

function GridCell({ wall, weight, isStart, isTarget, mark, onDown, onEnter }) {
  const className = classNames('cell', mark, {
    wall,
    mud: weight > 1,
    start: isStart,
    target: isTarget
  });
  return (
    <div className={className} onMouseDown={onDown} onMouseEnter={onEnter}>
      {isStart ? 'S' : isTarget ? 'T' : null}
    </div>
  );
}

GridCell.propTypes = {
  wall: PropTypes.bool.isRequired,
  weight: PropTypes.number.isRequired,
  isStart: PropTypes.bool.isRequired,
  isTarget: PropTypes.bool.isRequired,
  mark: PropTypes.string,
  onDown: PropTypes.func.isRequired,
  onEnter: PropTypes.func.isRequired
};

export default React.memo(GridCell);
