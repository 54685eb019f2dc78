import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Redirect } from 'react-router-dom';
import { signIn } from '../store/session';
import { routerPropTypes, userShape } from '../utils/propTypes';
import { LOGIN_RULES, validate } from '../utils/validation';

class LoginScreen extends Component {
  constructor(props) {
    super(props);
    this.state = { errors: {} };
    this.email = React.createRef();
    this.password = React.createRef();
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentDidUpdate(prevProps) {
    if (this.props.error && prevProps.sending) {
      this.password.current.value = '';
      this.password.current.focus();
    }
  }

  handleSubmit(event) {
    event.preventDefault();
    const values = { email: this.email.current.value, password: this.password.current.value };
    const errors = validate(LOGIN_RULES, values);
    this.setState({ errors });

    if (Object.keys(errors).length === 0) {
      this.props.signIn(values.email, values.password);
    }
  }

  render() {
    const { user, sending, error, location } = this.props;
    const { errors } = this.state;

    if (user) {
      const { from } = location.state || { from: '/surveys' };
      return <Redirect to={from} />;
    }
    return (
      <form className="login" onSubmit={this.handleSubmit} noValidate>
        <h1>Sign in</h1>
        {error && <p className="error">{error}</p>}
        <label className="field">
          <span className="field-label">Email</span>
          <input ref={this.email} type="email" autoFocus />
          <span className="field-error">{errors.email}</span>
        </label>
        <label className="field">
          <span className="field-label">Password</span>
          <input ref={this.password} type="password" />
          <span className="field-error">{errors.password}</span>
        </label>
        <button type="submit" disabled={sending}>{sending ? 'Signing in…' : 'Sign in'}</button>
      </form>
    );
  }
}

LoginScreen.propTypes = {
  ...routerPropTypes,
  user: userShape,
  sending: PropTypes.bool.isRequired,
  error: PropTypes.string.isRequired,
  signIn: PropTypes.func.isRequired
};

const mapStateToProps = ({ session }) => session;

export default connect(mapStateToProps, { signIn })(LoginScreen);
