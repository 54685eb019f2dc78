import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { PRIORITIES } from '../todoUtils';

class TodoForm extends Component {
  constructor(props) {
    super(props);
    this.state = { error: '' };
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentDidMount() {
    this.refs.title.focus();
  }

  handleSubmit(event) {
    event.preventDefault();
    const title = this.refs.title.value.trim();

    if (!title) {
      this.setState({ error: 'What has to be done?' });
      return;
    }

    this.props.onAdd(title, this.refs.priority.value, this.refs.due.value);
    this.setState({ error: '' });
    this.refs.title.value = '';
    this.refs.due.value = '';
    this.refs.title.focus();
  }

  render() {
    return (
      <form className="todo-form" onSubmit={this.handleSubmit}>
        <input
          ref="title"
          className="title"
          type="text"
          maxLength="80"
          placeholder="A new errand"
        />
        <label>
          Priority
          <select ref="priority" defaultValue="normal">
            {PRIORITIES.map(priority => (
              <option key={priority} value={priority}>{priority}</option>
            ))}
          </select>
        </label>
        <label>
          Due
          <input ref="due" type="date" />
        </label>
        <button type="submit">Add</button>
        {this.state.error && <p className="error">{this.state.error}</p>}
      </form>
    );
  }
}

TodoForm.propTypes = {
  onAdd: PropTypes.func.isRequired
};

export default TodoForm;
