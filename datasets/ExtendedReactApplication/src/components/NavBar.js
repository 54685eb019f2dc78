import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link, NavLink, withRouter } from 'react-router-dom';
import { isCoordinator, signOut } from '../store/session';
import { routerPropTypes, userShape } from '../utils/propTypes';

class NavBar extends Component {
  constructor(props) {
    super(props);
    this.handleSignOut = this.handleSignOut.bind(this);
  }

  handleSignOut() {
    this.props.signOut();
    this.props.history.push('/surveys');
  }

  render() {
    const { user, canPlan } = this.props;

    return (
      <nav className="nav-bar">
        <Link to="/surveys" className="brand">Reedbed</Link>
        <NavLink exact to="/surveys" activeClassName="active">Surveys</NavLink>
        {canPlan && <NavLink to="/surveys/new" activeClassName="active">Plan a survey</NavLink>}
        <NavLink to="/sites" activeClassName="active">Sites</NavLink>
        <NavLink to="/settings" activeClassName="active">Settings</NavLink>
        {user ? (
          <span className="user">
            {user.name}
            <button type="button" className="link" onClick={this.handleSignOut}>Sign out</button>
          </span>
        ) : (
          <NavLink to="/login" activeClassName="active">Sign in</NavLink>
        )}
      </nav>
    );
  }
}

NavBar.propTypes = {
  ...routerPropTypes,
  user: userShape,
  canPlan: PropTypes.bool.isRequired,
  signOut: PropTypes.func.isRequired
};

const mapStateToProps = state => ({ user: state.session.user, canPlan: isCoordinator(state) });

export default withRouter(connect(mapStateToProps, { signOut })(NavBar));
