import React, { Component } from 'react';
import { connect } from 'react-redux';
import TextField from './TextField';
import { signUp } from '../actions/signUp';
import { validate, validateField } from '../utils/validation';

class SignUpForm extends Component {
  constructor(props) {
    super(props);
    this.state = {
      values: { fullName: '', email: '', password: '', confirmation: '', rules: false },
      errors: {}
    };
    this.handleChange = this.handleChange.bind(this);
    this.handleBlur = this.handleBlur.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentWillReceiveProps(nextProps) {
    if (nextProps.serverErrors !== this.props.serverErrors) {
      this.setState({ errors: nextProps.serverErrors });
    }
  }

  handleChange(event) {
    const { name, type, checked, value } = event.target;
    const values = { ...this.state.values, [name]: type === 'checkbox' ? checked : value };
    this.setState({ values });
  }

  handleBlur(event) {
    const { errors, values } = this.state;
    errors[event.target.name] = validateField(event.target.name, values);
    this.setState({ errors });
  }

  handleSubmit(event) {
    event.preventDefault();
    const { values } = this.state;
    const errors = validate(values);
    this.setState({ errors });

    if (!Object.values(errors).some(Boolean)) {
      const { confirmation, rules, ...member } = values;
      this.props.signUp(member);
    }
  }

  renderField(name, label, type) {
    return (
      <TextField
        name={name}
        label={label}
        type={type}
        value={this.state.values[name]}
        error={this.state.errors[name]}
        onChange={this.handleChange}
        onBlur={this.handleBlur}
      />
    );
  }

  render() {
    const { member, sending } = this.props;
    const { values, errors } = this.state;

    if (member) {
      return <h1 className="welcome">Welcome aboard, {member.fullName}!</h1>;
    }

    return (
      <form className="sign-up" onSubmit={this.handleSubmit} noValidate>
        <h1>Join the Tidewater Rowing Club</h1>
        {this.renderField('fullName', 'Full name', 'text')}
        {this.renderField('email', 'Email', 'email')}
        {this.renderField('password', 'Password', 'password')}
        {this.renderField('confirmation', 'Repeat the password', 'password')}
        <label className="rules">
          <input type="checkbox" name="rules" checked={values.rules} onChange={this.handleChange} />
          I have read the club rules
        </label>
        {errors.rules && <p className="field-error">{errors.rules}</p>}
        <button type="submit" disabled={sending}>Sign up</button>
      </form>
    );
  }
}

const mapStateToProps = ({ member, sending, errors }) => ({ member, sending, serverErrors: errors });

export default connect(mapStateToProps, { signUp })(SignUpForm);
