import React, { useContext, useEffect } from 'react';
import PropTypes from 'prop-types';
import { NavLink } from 'react-router-dom';
import CodePanel from './CodePanel';
import Stats from './Stats';
import SettingsContext from '../context/SettingsContext';

// Frame of all tools: title, tabs of the family, options, picture, controls and the panel with the pseudo-code.
function ToolPage({ family, algorithm, line, stats, options, controls, children }) {
  const { settings } = useContext(SettingsContext);

  useEffect(() => {
    document.title = `${algorithm.name} - Algoscope`;
  }, [algorithm]);

  return (
    <div className="tool">
      <div className="tool-main">
        <h1>{family.title}</h1>
        <p className="summary">{family.summary}</p>
        {family.algorithms.length > 1 && (
          <nav className="tabs">
            {family.algorithms.map(item => (
              <NavLink
                key={item.id}
                to={`/${family.id}/${item.id}`}
                activeClassName="active"
                isActive={() => item === algorithm}
              >
                {item.name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="options">{options}</div>
        {children}
        {controls}
        <Stats values={stats} />
      </div>
      {settings.showCode && <CodePanel algorithm={algorithm} line={line} />}
    </div>
  );
}

ToolPage.propTypes = {
  family: PropTypes.object.isRequired,
  algorithm: PropTypes.object.isRequired,
  line: PropTypes.number,
  stats: PropTypes.object,
  options: PropTypes.node,
  controls: PropTypes.node,
  children: PropTypes.node
};

ToolPage.defaultProps = {
  line: -1,
  stats: {},
  options: null,
  controls: null,
  children: null
};

export default ToolPage;
