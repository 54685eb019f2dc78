import React, { Component } from 'react';
import PropTypes from 'prop-types';
import FilterBar from './FilterBar';
import TodoForm from './TodoForm';
import TodoItem from './TodoItem';
import { loadTodos, saveTodos } from '../storage';
import { FILTERS, matchesFilter, sortTodos } from '../todoUtils';

class TodoApp extends Component {
  constructor(props) {
    super(props);
    this.state = {
      todos: [],
      filter: 'all',
      order: 'created',
      editing: null,
      removed: null
    };
    this.addTodo = this.addTodo.bind(this);
    this.clearDone = this.clearDone.bind(this);
    this.undoRemove = this.undoRemove.bind(this);
    this.readHash = this.readHash.bind(this);
  }

  componentWillMount() {
    this.setState({ todos: loadTodos(this.props.storageKey) });
    this.readHash();
  }

  componentDidMount() {
    window.addEventListener('hashchange', this.readHash);
    window.addEventListener('storage', event => {
      if (event.key === this.props.storageKey) {
        this.setState({ todos: loadTodos(this.props.storageKey) });
      }
    });
  }

  componentDidUpdate(prevProps, prevState) {
    if (prevState.todos !== this.state.todos) {
      saveTodos(this.props.storageKey, this.state.todos);
    }
  }

  componentWillUnmount() {
    window.removeEventListener('hashchange', this.readHash);
  }

  readHash() {
    const filter = window.location.hash.replace('#/', '');
    this.setState({ filter: FILTERS.indexOf(filter) === -1 ? 'all' : filter, editing: null });
  }

  addTodo(title, priority, due) {
    const todo = { id: Date.now(), title, priority, due, done: false, created: Date.now() };
    this.setState({ todos: this.state.todos.concat(todo) });
  }

  toggleTodo(todo) {
    todo.done = !todo.done;
    this.setState({ todos: this.state.todos.slice() });
  }

  saveTodo(todo, title) {
    const todos = this.state.todos.map(item => (
      item.id === todo.id ? Object.assign({}, item, { title }) : item
    ));
    this.setState({ todos, editing: null });
  }

  removeTodo(todo) {
    const index = this.state.todos.indexOf(todo);
    const todos = this.state.todos.filter(item => item.id !== todo.id);
    this.setState({ todos, removed: { todo, index }, editing: null });
    setTimeout(() => this.setState({ removed: null }), 6000);
  }

  undoRemove() {
    const { todo, index } = this.state.removed;
    const todos = this.state.todos.slice();
    todos.splice(index, 0, todo);
    this.setState({ todos, removed: null });
  }

  clearDone() {
    if (window.confirm('Remove all finished errands?')) {
      this.setState({ todos: this.state.todos.filter(todo => !todo.done) });
    }
  }

  renderFooter() {
    const { todos } = this.state;
    const open = todos.filter(todo => !todo.done).length;

    return (
      <footer className="footer">
        <span className="count">
          <strong>{open}</strong> of {todos.length} to do
        </span>
        {open < todos.length && (
          <button className="clear" onClick={this.clearDone}>Remove finished</button>
        )}
        <p className="hint">
          Double-click an errand to change it. Enter saves, Escape cancels,
          and an errand without a text is removed.
        </p>
      </footer>
    );
  }

  render() {
    const { todos, filter, order, editing, removed } = this.state;
    const shown = sortTodos(todos, order).filter(todo => matchesFilter(todo, filter));

    return (
      <div className="app">
        <header className="header">
          <h1>Errand book</h1>
          <p>Everything is kept in this browser.</p>
        </header>
        <TodoForm onAdd={this.addTodo} />
        <FilterBar
          todos={todos}
          filter={filter}
          order={order}
          onOrder={value => this.setState({ order: value })}
        />
        <ul className="todos">
          {shown.map((todo, index) => (
            <TodoItem
              key={index}
              todo={todo}
              editing={editing === todo.id}
              onToggle={this.toggleTodo.bind(this, todo)}
              onEdit={() => this.setState({ editing: todo.id })}
              onSave={title => this.saveTodo(todo, title)}
              onCancel={() => this.setState({ editing: null })}
              onRemove={this.removeTodo.bind(this, todo)}
            />
          ))}
        </ul>
        {shown.length === 0 && <p className="empty">Nothing to show here.</p>}
        {removed && (
          <p className="undo">
            Removed "{removed.todo.title}". <button onClick={this.undoRemove}>Undo</button>
          </p>
        )}
        {todos.length > 0 && this.renderFooter()}
      </div>
    );
  }
}

TodoApp.propTypes = {
  storageKey: PropTypes.string.isRequired
};

export default TodoApp;
