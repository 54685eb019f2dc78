import React, { Component, PropTypes } from 'react';
import NavItem from './NavItem';

export default class NavBar extends Component {
  constructor(props) {
    super(props);
    this.state = {
      open: false,
      page: window.location.hash
    };
    this.handleToggle = this.handleToggle.bind(this);
  }

  componentWillMount() {
    window.onhashchange = () => this.setState({
      open: false,
      page: window.location.hash
    });
  }

  handleToggle() {
    this.setState({ open: !this.state.open });
  }

  render() {
    const { user, newEpisodes } = this.props;
    const { open, page } = this.state;

    return (
      <nav className="navbar" data-open={open}>
        <a className="navbar-brand" href="#/discover">
          <svg width="28" height="28" viewBox="0 0 28 28">
            <circle cx="14" cy="14" r="4" />
            <path d="M6 6a11 11 0 0 0 0 16" />
            <path d="M22 6a11 11 0 0 1 0 16" />
          </svg>
          Earshot
        </a>
        <button
          type="button"
          className="navbar-toggle"
          onClick={this.handleToggle}
        >
          <span className="bar" />
          <span className="bar" />
          <span className="bar" />
        </button>
        <div className="navbar-content">
          <ul className="navbar-links">
            <NavItem
              href="#/discover"
              label="Discover"
              page={page}
            />
            <NavItem
              href="#/new"
              label="New episodes"
              page={page}
            >
              <span className="badge">{newEpisodes}</span>
            </NavItem>
            <NavItem
              href="#/bookmarks"
              label="Bookmarks"
              page={page}
            />
            <NavItem
              href="#/history"
              label="History"
              page={page}
            />
          </ul>
          {user ? (
            <div className="navbar-user">
              <img src={user.avatar} width="32" height="32" />
              <a href="#/profile">{user.name}</a>
              <a href="#/sign-out">Sign out</a>
            </div>
          ) : (
            <div className="navbar-user">
              <a href="#/sign-up">Sign up</a>
              <a href="#/sign-in">Sign in</a>
            </div>
          )}
        </div>
      </nav>
    );
  }
}

NavBar.propTypes = {
  user: PropTypes.shape({
    name: PropTypes.string.isRequired,
    avatar: PropTypes.string.isRequired
  }),
  newEpisodes: PropTypes.number
};

NavBar.defaultProps = {
  newEpisodes: 0
};
