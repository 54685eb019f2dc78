import React, { Component } from 'react';
import ReactDOM from 'react-dom';
import PropTypes from 'prop-types';

// Asks before it acts. A click elsewhere takes the question back.
export default class ConfirmButton extends Component {
  constructor(props) {
    super(props);
    this.state = { asking: false };
    this.ask = this.ask.bind(this);
    this.confirm = this.confirm.bind(this);
    this.handleOutsideClick = this.handleOutsideClick.bind(this);
  }

  componentDidMount() {
    document.addEventListener('click', this.handleOutsideClick);
  }

  componentWillUnmount() {
    document.removeEventListener('click', this.handleOutsideClick);
  }

  handleOutsideClick(event) {
    if (this.state.asking && !ReactDOM.findDOMNode(this).contains(event.target)) {
      this.setState({ asking: false });
    }
  }

  ask() {
    this.setState({ asking: true });
  }

  confirm() {
    this.setState({ asking: false });
    this.props.onConfirm();
  }

  render() {
    const { label, question, disabled } = this.props;

    return (
      <span className="confirm">
        <button type="button" disabled={disabled} onClick={this.ask}>{label}</button>
        {this.state.asking && (
          <span className="confirm-question">
            {question} <button type="button" className="danger" onClick={this.confirm}>Yes</button>
          </span>
        )}
      </span>
    );
  }
}

ConfirmButton.propTypes = {
  label: PropTypes.string.isRequired,
  question: PropTypes.string,
  disabled: PropTypes.bool,
  onConfirm: PropTypes.func.isRequired
};

ConfirmButton.defaultProps = {
  question: 'Are you sure?',
  disabled: false
};
