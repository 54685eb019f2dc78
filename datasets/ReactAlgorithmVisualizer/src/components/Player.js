import PropTypes from 'prop-types';
import usePlayer from '../hooks/usePlayer';

// usePlayer for class components: children is a function of the player.
function Player({ frames, onFinish, children }) {
  const player = usePlayer(frames, { onFinish });
  return children(player);
}

Player.propTypes = {
  frames: PropTypes.array.isRequired,
  onFinish: PropTypes.func,
  children: PropTypes.func.isRequired
};

export default Player;
