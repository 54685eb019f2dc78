import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { validate } from '../utils/validation';

export default class ReviewForm extends Component {
  constructor(props) {
    super(props);
    this.state = {
      values: { name: '', stars: '', text: '' },
      errors: {}
    };
    this.handleChange = this.handleChange.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  handleChange(event) {
    const { values } = this.state;
    values[event.target.name] = event.target.value;
    this.setState({ values });
  }

  handleSubmit(event) {
    event.preventDefault();
    const { values } = this.state;
    const errors = validate(values);
    this.setState({ errors });

    if (Object.keys(errors).length === 0) {
      this.props.onReview({ ...values, stars: parseInt(values.stars) });
      this.setState({ values: { name: values.name, stars: '', text: '' } });
    }
  }

  render() {
    const { values, errors } = this.state;

    return (
      <form onSubmit={this.handleSubmit} noValidate>
        <h2>Write a review</h2>
        <input
          name="name"
          placeholder="Your name"
          value={values.name}
          onChange={this.handleChange}
        />
        <p className="field-error">{errors.name}</p>
        <select name="stars" value={values.stars} onChange={this.handleChange}>
          <option value="">Stars</option>
          <option value="1">★</option>
          <option value="2">★★</option>
          <option value="3">★★★</option>
          <option value="4">★★★★</option>
          <option value="5">★★★★★</option>
        </select>
        <p className="field-error">{errors.stars}</p>
        <textarea
          name="text"
          placeholder="What do you think of it?"
          value={values.text}
          onChange={this.handleChange}
        />
        <p className="field-error">{errors.text}</p>
        <button type="submit">Send</button>
      </form>
    );
  }
}

ReviewForm.propTypes = {
  onReview: PropTypes.func.isRequired
};
