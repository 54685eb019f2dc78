import React, { Component, PropTypes } from 'react';

export default class NavItem extends Component {
  render() {
    const { href, label, page, children } = this.props;

    return (
      <li className={page === href ? 'nav-item active' : 'nav-item'}>
        <a href={href}>
          {label}
          {children}
        </a>
      </li>
    );
  }
}

NavItem.propTypes = {
  href: PropTypes.string.isRequired,
  label: PropTypes.string.isRequired,
  page: PropTypes.string.isRequired,
  children: PropTypes.node
};
