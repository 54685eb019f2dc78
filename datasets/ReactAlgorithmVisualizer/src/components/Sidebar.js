import React from 'react';
import { NavLink } from 'react-router-dom';
import families from '../data/catalog';

function Sidebar() {
  return (
    <nav className="sidebar">
      <NavLink exact to="/" activeClassName="active">Dashboard</NavLink>
      {families.map((family, index) => (
        <NavLink key={index} to={`/${family.id}`} activeClassName="active">
          {family.title}
          {family.algorithms.length > 1 && <span className="badge">{family.algorithms.length}</span>}
        </NavLink>
      ))}
      <NavLink to="/sorting/race" activeClassName="active" className="sub">Sorting race</NavLink>
    </nav>
  );
}

export default Sidebar;
