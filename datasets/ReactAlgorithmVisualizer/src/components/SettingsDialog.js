import React, { Component } from 'react';
import PropTypes from 'prop-types';
import SettingsContext, { DEFAULTS } from '../context/SettingsContext';

const ESCAPE = 27;

class SettingsDialog extends Component {
  constructor(props, context) {
    super(props, context);
    this.state = { draft: context.settings };
    this.firstField = React.createRef();
    this.handleKey = this.handleKey.bind(this);
    this.handleChange = this.handleChange.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
    this.handleReset = this.handleReset.bind(this);
  }

  componentDidMount() {
    window.addEventListener('keydown', this.handleKey);
    this.firstField.current.focus();
  }

  componentWillUnmount() {
    window.removeEventListener('keydown', this.handleKey);
  }

  handleKey(event) {
    if (event.keyCode === ESCAPE) {
      this.props.onClose();
    }
  }

  handleChange(event) {
    const { name, type, checked, value } = event.target;
    const draft = { ...this.state.draft };
    draft[name] = type === 'checkbox' ? checked : value;
    this.setState({ draft });
  }

  handleSubmit(event) {
    event.preventDefault();
    this.context.change(this.state.draft);
    this.props.onClose();
  }

  handleReset() {
    this.setState({ draft: DEFAULTS });
  }

  renderCheckbox(name, label) {
    return (
      <label className="row">
        <input type="checkbox" name={name} checked={this.state.draft[name]} onChange={this.handleChange} />
        {label}
      </label>
    );
  }

  render() {
    const { draft } = this.state;

    return (
      <div className="overlay" onClick={this.props.onClose}>
        <form className="dialog" onSubmit={this.handleSubmit} onClick={event => event.stopPropagation()}>
          <h2>Settings</h2>
          <label className="row">
            Theme
            <select name="theme" value={draft.theme} onChange={this.handleChange} ref={this.firstField}>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          {this.renderCheckbox('contrast', 'Strong colours')}
          {this.renderCheckbox('showCode', 'Show the pseudo-code')}
          {this.renderCheckbox('keepHistory', 'Remember finished runs')}
          <div className="buttons">
            <button type="button" onClick={this.handleReset}>Defaults</button>
            <button type="button" onClick={this.props.onClose}>Cancel</button>
            <button type="submit" className="primary">Save</button>
          </div>
        </form>
      </div>
    );
  }
}

SettingsDialog.contextType = SettingsContext;

SettingsDialog.propTypes = {
  onClose: PropTypes.func.isRequired
};

export default SettingsDialog;
