import React, { Component } from 'react';
import ReactDOM from 'react-dom';
import PropTypes from 'prop-types';
import classNames from 'classnames';
import { isOverdue } from '../todoUtils';

const ENTER_KEY = 13;
const ESCAPE_KEY = 27;

class TodoItem extends Component {
  constructor(props) {
    super(props);
    this.state = { text: props.todo.title };
    this.handleKeyDown = this.handleKeyDown.bind(this);
    this.submit = this.submit.bind(this);
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.editing && !this.props.editing) {
      this.setState({ text: nextProps.todo.title });
    }
  }

  componentDidUpdate(prevProps) {
    if (this.props.editing && !prevProps.editing) {
      const node = ReactDOM.findDOMNode(this.refs.edit);
      node.focus();
      node.setSelectionRange(node.value.length, node.value.length);
    }
  }

  submit() {
    if (!this.props.editing) {
      return;
    }
    const title = this.state.text.trim();
    if (title) {
      this.props.onSave(title);
    } else {
      this.props.onRemove();
    }
  }

  handleKeyDown(event) {
    if (event.which === ENTER_KEY) {
      this.submit();
    } else if (event.which === ESCAPE_KEY) {
      this.props.onCancel();
    }
  }

  renderDue() {
    const { todo } = this.props;

    if (!todo.due) {
      return null;
    }
    return <span className="due">due {todo.due}</span>;
  }

  render() {
    const { todo, editing, onToggle, onEdit, onRemove } = this.props;
    const classes = classNames('todo', 'priority-' + todo.priority, {
      done: todo.done,
      overdue: isOverdue(todo)
    });

    if (editing) {
      return (
        <li className={classes}>
          <input
            ref="edit"
            className="edit"
            value={this.state.text}
            onChange={event => this.setState({ text: event.target.value })}
            onKeyDown={this.handleKeyDown}
            onBlur={this.submit}
          />
        </li>
      );
    }

    return (
      <li className={classes}>
        <input type="checkbox" checked={todo.done} onChange={onToggle} />
        <span className="text" onDoubleClick={onEdit}>{todo.title}</span>
        <em className="priority">{todo.priority}</em>
        {this.renderDue()}
        <button className="remove" onClick={onRemove}>x</button>
      </li>
    );
  }
}

TodoItem.propTypes = {
  todo: PropTypes.shape({
    id: PropTypes.number.isRequired,
    title: PropTypes.string.isRequired,
    done: PropTypes.bool.isRequired,
    priority: PropTypes.string,
    due: PropTypes.string
  }).isRequired,
  editing: PropTypes.bool,
  onToggle: PropTypes.func.isRequired,
  onEdit: PropTypes.func.isRequired,
  onSave: PropTypes.func.isRequired,
  onCancel: PropTypes.func.isRequired,
  onRemove: PropTypes.func.isRequired
};

export default TodoItem;
