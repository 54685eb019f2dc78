import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import Field from '../components/Field';
import { DEFAULT_PREFERENCES, withPreferences } from '../components/PreferencesProvider';
import { notify } from '../store/notices';
import { preferencesShape } from '../utils/propTypes';

const PAGE_SIZES = [5, 10, 20, 50];

class SettingsScreen extends Component {
  constructor(props) {
    super(props);
    this.handleChange = this.handleChange.bind(this);
    this.handlePageSize = this.handlePageSize.bind(this);
    this.handleReset = this.handleReset.bind(this);
  }

  handleChange(event) {
    this.props.setPreferences({ [event.target.name]: event.target.value });
  }

  handlePageSize(event) {
    this.props.setPreferences({ pageSize: Number(event.target.value) });
  }

  handleReset() {
    this.props.setPreferences(DEFAULT_PREFERENCES);
    this.props.notify('info', 'The settings are back to their defaults.');
  }

  render() {
    const { units, theme, pageSize } = this.props.preferences;

    return (
      <div className="settings">
        <h1>Settings</h1>
        <p>Settings are kept in this browser and saved at once.</p>
        <Field as="select" label="Units" name="units" value={units} onChange={this.handleChange}>
          <option value="metric">Kilometres and hectares</option>
          <option value="imperial">Miles and acres</option>
        </Field>
        <Field as="select" label="Theme" name="theme" value={theme} onChange={this.handleChange}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </Field>
        <Field as="select" label="Surveys per page" value={pageSize} onChange={this.handlePageSize}>
          {PAGE_SIZES.map(size => <option key={size} value={size}>{size}</option>)}
        </Field>
        <button type="button" onClick={this.handleReset}>Reset to defaults</button>
      </div>
    );
  }
}

SettingsScreen.propTypes = {
  preferences: preferencesShape.isRequired,
  setPreferences: PropTypes.func.isRequired,
  notify: PropTypes.func.isRequired
};

export default connect(null, { notify })(withPreferences(SettingsScreen));
