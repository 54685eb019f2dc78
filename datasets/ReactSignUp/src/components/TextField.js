import React, { Component } from 'react';

export default class TextField extends Component {
  render() {
    const { label, error, ...input } = this.props;

    return (
      <div className="field">
        <label>{label}</label>
        <input {...input} />
        {error && <p className="field-error">{error}</p>}
      </div>
    );
  }
}
