import React from 'react';
import { Link, useLocation } from 'react-router-dom';

export default function NotFound() {
  const { pathname } = useLocation();

  return (
    <div className="failure">
      <h1>Nothing here</h1>
      <p>There is no page {pathname}. <Link to="/">Back to the dashboard</Link></p>
    </div>
  );
}
