import React from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';

function CodePanel({ algorithm, line }) {
  return (
    <section className="code-panel">
      <h2>{algorithm.name}</h2>
      <p>{algorithm.description}</p>
      <pre>
        {algorithm.code.map((text, i) => (
          <code key={i} className={classNames({ current: i === line })}>{text + '\n'}</code>
        ))}
      </pre>
      <table>
        <tbody>
          {Object.keys(algorithm.complexity).map(label => (
            <tr key={label}>
              <th>{label}</th>
              <td>{algorithm.complexity[label]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

CodePanel.propTypes = {
  algorithm: PropTypes.object.isRequired,
  line: PropTypes.number
};

CodePanel.defaultProps = {
  line: -1
};

export default CodePanel;
