import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { timeNow } from '../utils/format';
import { SIGHTING_RULES, validate } from '../utils/validation';

const COMMON_SPECIES = [
  'Bearded reedling', 'Bittern', 'Coot', 'Grey heron', 'Lapwing', 'Little egret', 'Marsh harrier',
  'Reed bunting', 'Reed warbler', 'Snipe', 'Teal', 'Water rail'
];

export default class SightingForm extends Component {
  constructor(props) {
    super(props);
    this.state = { errors: {} };
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentDidMount() {
    this.refs.species.focus();
  }

  handleSubmit(event) {
    event.preventDefault();
    const { species, count, time } = this.refs;
    const values = { species: species.value, count: count.value, time: time.value };
    const errors = validate(SIGHTING_RULES, values);
    this.setState({ errors });

    if (Object.keys(errors).length === 0) {
      this.props.onAdd({ ...values, species: values.species.trim(), count: Number(values.count) });
      species.value = '';
      count.value = '1';
      time.value = timeNow();
      species.focus();
    }
  }

  render() {
    const { errors } = this.state;

    return (
      <form className="sighting-form" onSubmit={this.handleSubmit} noValidate>
        <label>
          Species <input ref="species" list="species" />
          <span className="field-error">{errors.species}</span>
        </label>
        <datalist id="species">
          {COMMON_SPECIES.map(name => <option key={name} value={name} />)}
        </datalist>
        <label>
          Count <input ref="count" type="number" defaultValue="1" />
          <span className="field-error">{errors.count}</span>
        </label>
        <label>
          Time <input ref="time" type="time" defaultValue={timeNow()} />
          <span className="field-error">{errors.time}</span>
        </label>
        <button type="submit">Log it</button>
      </form>
    );
  }
}

SightingForm.propTypes = {
  onAdd: PropTypes.func.isRequired
};
