import React from 'react';
import ReactDOM from 'react-dom';
import TodoApp from './components/TodoApp';
import './index.css';

ReactDOM.render(<TodoApp storageKey="errand-book" />, document.getElementById('root'));
