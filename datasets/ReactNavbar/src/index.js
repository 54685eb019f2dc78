import React from 'react';
import ReactDOM from 'react-dom';
import NavBar from './components/NavBar';
import './index.css';

const user = { name: 'Marlow Finch', avatar: 'avatars/marlow.svg' };

ReactDOM.render(
  <NavBar user={user} newEpisodes={7} />,
  document.getElementById('root')
);
