import React, { Component } from 'react';
import PropTypes from 'prop-types';

class SearchForm extends Component {
  constructor(props) {
    super(props);
    this.state = {
      text: props.text,
      place: props.place,
      error: ''
    };
    this.handleChange = this.handleChange.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentWillReceiveProps({ text, place }) {
    if (text !== this.props.text || place !== this.props.place) {
      this.setState({ text, place, error: '' });
    }
  }

  handleChange(event) {
    this.setState({ [event.target.name]: event.target.value });
  }

  handleSubmit(event) {
    event.preventDefault();
    const text = this.state.text.trim();
    const place = this.state.place.trim();

    if (!text && !place) {
      this.setState({ error: 'Enter a job, a company or a place.' });
      return;
    }

    this.setState({ error: '' });
    this.props.onSearch(text, place);
  }

  render() {
    const { text, place, error } = this.state;

    return (
      <form className="search-form" onSubmit={this.handleSubmit}>
        <input
          className="search-text"
          type="text"
          name="text"
          maxLength="100"
          placeholder="Job or company"
          value={text}
          onChange={this.handleChange}
        />
        <input
          className="search-place"
          type="text"
          name="place"
          maxLength="60"
          placeholder="Place"
          value={place}
          onChange={this.handleChange}
        />
        <button type="submit">Search</button>
        {error && <p className="error">{error}</p>}
      </form>
    );
  }
}

SearchForm.propTypes = {
  text: PropTypes.string.isRequired,
  place: PropTypes.string.isRequired,
  onSearch: PropTypes.func.isRequired
};

export default SearchForm;
