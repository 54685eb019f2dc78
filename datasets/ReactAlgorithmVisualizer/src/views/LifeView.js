import React, { Component } from 'react';
import ToolPage from '../components/ToolPage';
import SettingsContext, { delayFor, MAX_SPEED } from '../context/SettingsContext';
import { emptyBoard, nextGeneration, PATTERNS, population, randomBoard, stamp } from '../algorithms/life';
import { findAlgorithm, findFamily } from '../data/catalog';
import { load, save } from '../utils/storage';

const ROWS = 36;
const COLS = 60;
const CELL = 12;

class LifeView extends Component {
  constructor(props) {
    super(props);
    this.state = {
      board: load('life', null) || stamp(ROWS, COLS, PATTERNS.gun),
      generation: 0,
      playing: false,
      wrap: true,
      density: 30,
      peak: 0
    };
    this.canvas = React.createRef();
    this.drawing = null;
    this.timer = null;
    this.step = this.step.bind(this);
    this.toggle = this.toggle.bind(this);
    this.handleKey = this.handleKey.bind(this);
    this.handleMove = this.handleMove.bind(this);
  }

  componentDidMount() {
    document.addEventListener('keydown', this.handleKey);
    window.addEventListener('mouseup', () => {
      this.drawing = null;
    });
    this.draw();
  }

  componentDidUpdate() {
    this.draw();
  }

  componentWillUnmount() {
    document.removeEventListener('keydown', this.handleKey);
    clearTimeout(this.timer);
  }

  handleKey(event) {
    if (event.target.tagName === 'INPUT' || event.target.tagName === 'SELECT') {
      return;
    }
    if (event.keyCode === 32) {
      event.preventDefault();
      this.toggle();
    } else if (event.keyCode === 39) {
      this.step();
    } else if (event.key === '+') {
      this.context.faster();
    } else if (event.key === '-') {
      this.context.slower();
    } else if (event.key === 'n') {
      this.restart(randomBoard(ROWS, COLS, this.state.density));
    }
  }

  step() {
    const board = nextGeneration(this.state.board, this.state.wrap);
    this.setState({
      board,
      generation: this.state.generation + 1,
      peak: Math.max(this.state.peak, population(board))
    });
  }

  tick() {
    this.step();
    if (population(this.state.board) === 0) {
      this.setState({ playing: false });
    } else {
      this.timer = setTimeout(() => this.tick(), delayFor(this.context.settings.speed));
    }
  }

  toggle() {
    if (this.state.playing) {
      clearTimeout(this.timer);
      this.setState({ playing: false });
    } else {
      this.setState({ playing: true });
      this.timer = setTimeout(() => this.tick(), delayFor(this.context.settings.speed));
    }
  }

  restart(board) {
    clearTimeout(this.timer);
    this.setState({ board, generation: 0, playing: false, peak: population(board) });
  }

  cellUnder(event) {
    const box = this.canvas.current.getBoundingClientRect();
    return {
      row: Math.floor((event.clientY - box.top) / CELL),
      col: Math.floor((event.clientX - box.left) / CELL)
    };
  }

  setCell(row, col, alive) {
    const { board } = this.state;
    if (board[row] && col >= 0 && col < COLS) {
      board[row][col] = alive;
      this.setState({ board });
    }
  }

  handleDown(event) {
    const { row, col } = this.cellUnder(event);
    this.drawing = this.state.board[row][col] ? 'erase' : 'draw';
    this.setCell(row, col, this.drawing === 'draw');
  }

  handleMove(event) {
    if (this.drawing) {
      const { row, col } = this.cellUnder(event);
      this.setCell(row, col, this.drawing === 'draw');
    }
  }

  draw() {
    const context = this.canvas.current.getContext('2d');
    const dark = this.context.settings.theme === 'dark';
    context.fillStyle = dark ? '#16222d' : '#ffffff';
    context.fillRect(0, 0, COLS * CELL, ROWS * CELL);
    context.fillStyle = dark ? '#7fd1ae' : '#1f7a54';
    this.state.board.forEach((line, row) => line.forEach((alive, col) => {
      if (alive) {
        context.fillRect(col * CELL, row * CELL, CELL - 1, CELL - 1);
      }
    }));
  }

  renderControls() {
    const { settings, change } = this.context;
    return (
      <div className="playback">
        <button className="play" onClick={this.toggle}>{this.state.playing ? 'Pause' : 'Play'}</button>
        <button onClick={this.step} disabled={this.state.playing}>▶</button>
        <label className="speed">
          Speed
          <input
            type="range"
            min="1"
            max={MAX_SPEED}
            value={settings.speed}
            onChange={event => change({ speed: Number(event.target.value) })}
          />
          {settings.speed}
        </label>
        <button onClick={() => save('life', this.state.board)}>Keep</button>
      </div>
    );
  }

  render() {
    const { board, generation, wrap, density, peak } = this.state;
    const options = (
      <>
        <select value="" onChange={event => this.restart(stamp(ROWS, COLS, PATTERNS[event.target.value]))}>
          <option value="" disabled>Patterns...</option>
          {Object.keys(PATTERNS).map(name => <option key={name}>{name}</option>)}
        </select>
        <label>
          Density
          <input
            type="range"
            min="5"
            max="80"
            value={density}
            onChange={event => this.setState({ density: event.target.value })}
          />
          {density} %
        </label>
        <button onClick={() => this.restart(randomBoard(ROWS, COLS, density))}>Random</button>
        <button onClick={() => this.restart(emptyBoard(ROWS, COLS))}>Clear</button>
        <label>
          <input type="checkbox" checked={wrap} onChange={() => this.setState({ wrap: !wrap })} />
          Edges meet
        </label>
      </>
    );

    return (
      <ToolPage
        family={findFamily('life')}
        algorithm={findAlgorithm('life')}
        stats={{ Generation: generation, Population: population(board), Peak: peak }}
        options={options}
        controls={this.renderControls()}
      >
        <canvas
          ref={this.canvas}
          className="life"
          width={COLS * CELL}
          height={ROWS * CELL}
          onMouseDown={event => this.handleDown(event)}
          onMouseMove={this.handleMove}
        />
      </ToolPage>
    );
  }
}

LifeView.contextType = SettingsContext;

export default LifeView;
