import React, { Component } from 'react';
import { connect } from 'react-redux';
import { Redirect } from 'react-router-dom';
import { routerPropTypes, userShape } from '../utils/propTypes';

const mapStateToProps = ({ session }) => ({ user: session.user });

// Sends visitors to the login screen and back afterwards, and turns users of another role away.
export default function requireLogin(Wrapped, role) {
  class RequireLogin extends Component {
    render() {
      const { user, ...props } = this.props;

      if (!user) {
        return <Redirect to={{ pathname: '/login', state: { from: props.location.pathname } }} />;
      }
      if (user.role !== role) {
        return <p className="empty">This page is for a {role}.</p>;
      }
      return <Wrapped {...props} />;
    }
  }

  RequireLogin.propTypes = {
    ...routerPropTypes,
    user: userShape
  };

  return connect(mapStateToProps)(RequireLogin);
}
