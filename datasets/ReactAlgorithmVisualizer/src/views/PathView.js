import React, { Component } from 'react';
import PropTypes from 'prop-types';
import GridCell from '../components/GridCell';
import PlaybackControls from '../components/PlaybackControls';
import Player from '../components/Player';
import ToolPage from '../components/ToolPage';
import SettingsContext from '../context/SettingsContext';
import pathFrames from '../algorithms/path';
import { createGrid, MUD } from '../algorithms/path/grid';
import { divisionMaze, scatter } from '../algorithms/path/maze';
import { findAlgorithm, findFamily } from '../data/catalog';
import { recordRun } from '../utils/history';
import { load, save } from '../utils/storage';

const SIZES = {
  small: [11, 21],
  medium: [15, 31],
  large: [21, 45]
};

class PathView extends Component {
  constructor(props) {
    super(props);
    this.state = {
      size: 'medium',
      tool: 'wall',
      diagonal: false,
      grid: null,
      start: null,
      target: null,
      frames: [],
      found: false,
      cost: 0
    };
    this.pressed = null;
    this.handleUp = this.handleUp.bind(this);
    this.handleMaze = this.handleMaze.bind(this);
    this.handleFinish = this.handleFinish.bind(this);
  }

  UNSAFE_componentWillMount() {
    const saved = load('grid', null);
    if (saved) {
      const grid = this.newGrid(saved.size);
      saved.walls.forEach(key => { this.cellOf(grid, key).wall = true; });
      saved.mud.forEach(key => { this.cellOf(grid, key).weight = MUD; });
      this.solve({ size: saved.size, grid, start: saved.start, target: saved.target, diagonal: saved.diagonal });
    } else {
      this.resize('medium');
    }
  }

  componentDidMount() {
    window.addEventListener('mouseup', this.handleUp);
  }

  UNSAFE_componentWillReceiveProps(nextProps) {
    if (nextProps.match.params.id !== this.props.match.params.id) {
      this.solve({}, nextProps);
    }
  }

  componentWillUnmount() {
    window.removeEventListener('mouseup', this.handleUp);
  }

  algorithm(props = this.props) {
    return findAlgorithm('path', props.match.params.id);
  }

  newGrid(size) {
    const [rows, cols] = SIZES[size];
    return createGrid(rows, cols);
  }

  cellOf(grid, key) {
    return grid.cells[Math.floor(key / grid.cols)][key % grid.cols];
  }

  // Takes over the changes and searches again, so that the picture always fits the grid.
  solve(changes, props = this.props) {
    const next = { ...this.state, ...changes };
    const result = pathFrames(this.algorithm(props).id, next.grid, next.start, next.target, next.diagonal);
    this.setState({ ...changes, ...result });
  }

  resize(size) {
    const [rows, cols] = SIZES[size];
    const middle = 2 * Math.floor(rows / 4);
    this.solve({
      size,
      grid: this.newGrid(size),
      start: { row: middle, col: 4 },
      target: { row: middle, col: cols - 5 }
    });
  }

  isAt(place, cell) {
    return place.row === cell.row && place.col === cell.col;
  }

  paint(cell) {
    const { grid, start, target, tool } = this.state;
    if (this.isAt(start, cell) || this.isAt(target, cell)) {
      return;
    }
    cell.wall = tool === 'wall';
    cell.weight = tool === 'mud' ? MUD : 1;
    this.solve({ grid });
  }

  handleDown(cell, event) {
    event.preventDefault();
    const { start, target } = this.state;
    if (this.isAt(start, cell)) {
      this.pressed = 'start';
    } else if (this.isAt(target, cell)) {
      this.pressed = 'target';
    } else {
      this.pressed = 'paint';
      this.paint(cell);
    }
  }

  handleEnter(cell) {
    if (this.pressed === 'paint') {
      this.paint(cell);
    } else if (this.pressed && !cell.wall) {
      const other = this.pressed === 'start' ? this.state.target : this.state.start;
      if (!this.isAt(other, cell)) {
        this.solve({ [this.pressed]: { row: cell.row, col: cell.col } });
      }
    }
  }

  handleUp() {
    if (this.pressed) {
      this.pressed = null;
      this.store();
    }
  }

  store() {
    const { grid, size, start, target, diagonal } = this.state;
    const cells = grid.cells.reduce((all, row) => all.concat(row), []);
    save('grid', {
      size,
      start,
      target,
      diagonal,
      walls: cells.filter(cell => cell.wall).map(cell => cell.key),
      mud: cells.filter(cell => cell.weight > 1).map(cell => cell.key)
    });
  }

  handleMaze(draw) {
    const { size, start, target } = this.state;
    const grid = this.newGrid(size);
    draw(grid);
    [start, target].forEach(({ row, col }) => {
      grid.cells[row][col].wall = false;
      grid.cells[row][col].weight = 1;
    });
    this.solve({ grid });
  }

  handleFinish() {
    const { found, cost, size, frames } = this.state;
    if (this.context.settings.keepHistory) {
      const details = `${size} grid, ${found ? 'cost ' + cost.toFixed(1) : 'no way'}`;
      recordRun(findFamily('path'), this.algorithm(), details, frames.length - 1);
    }
  }

  marksUpTo(index) {
    const marks = {};
    this.state.frames.slice(0, index + 1).forEach(frame => {
      marks[frame.key] = frame.type;
    });
    return marks;
  }

  renderOptions() {
    const { size, tool, diagonal } = this.state;
    return (
      <>
        <select value={size} onChange={event => this.resize(event.target.value)}>
          {Object.keys(SIZES).map(name => <option key={name} value={name}>{name}</option>)}
        </select>
        {['wall', 'mud', 'erase'].map(name => (
          <label key={name}>
            <input
              type="radio"
              name="tool"
              checked={tool === name}
              onChange={() => this.setState({ tool: name })}
            />
            {name}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={diagonal}
            onChange={event => this.solve({ diagonal: event.target.checked })}
          />
          Diagonal steps
        </label>
        <button onClick={() => this.handleMaze(divisionMaze)}>Maze</button>
        <button onClick={() => this.handleMaze(scatter)}>Scatter</button>
        <button onClick={() => this.resize(size)}>Clear</button>
      </>
    );
  }

  renderGrid(player) {
    const { grid, start, target } = this.state;
    const marks = this.marksUpTo(player.index);
    return (
      <div className="grid" style={{ gridTemplateColumns: `repeat(${grid.cols}, 1fr)` }}>
        {grid.cells.map(row => row.map(cell => (
          <GridCell
            key={cell.key}
            wall={cell.wall}
            weight={cell.weight}
            isStart={this.isAt(start, cell)}
            isTarget={this.isAt(target, cell)}
            mark={marks[cell.key]}
            onDown={event => this.handleDown(cell, event)}
            onEnter={() => this.handleEnter(cell)}
          />
        )))}
      </div>
    );
  }

  render() {
    const { frames, found, cost } = this.state;
    return (
      <Player frames={frames} onFinish={this.handleFinish}>
        {player => (
          <ToolPage
            family={findFamily('path')}
            algorithm={this.algorithm()}
            line={player.frame.line}
            stats={{
              Visited: player.frame.visited,
              Steps: player.frame.length,
              Cost: player.atEnd ? (found ? cost.toFixed(1) : 'no way') : '...'
            }}
            options={this.renderOptions()}
            controls={(
              <PlaybackControls player={player} onNew={() => this.handleMaze(divisionMaze)} newLabel="New maze" />
            )}
          >
            {this.renderGrid(player)}
          </ToolPage>
        )}
      </Player>
    );
  }
}

PathView.contextType = SettingsContext;

PathView.propTypes = {
  match: PropTypes.object.isRequired
};

export default PathView;
