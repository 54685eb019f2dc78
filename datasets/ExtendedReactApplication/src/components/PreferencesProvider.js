import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { PREFERENCES_KEY, read, write } from '../utils/storage';

export const DEFAULT_PREFERENCES = { units: 'metric', pageSize: 10, theme: 'light' };

const contextTypes = { preferences: PropTypes.object };

// Connected components stop context updates on their way down, so the context holds a source to subscribe to.
export default class PreferencesProvider extends Component {
  constructor(props) {
    super(props);
    this.values = { ...DEFAULT_PREFERENCES, ...read(PREFERENCES_KEY, {}) };
    this.listeners = [];
    this.set = this.set.bind(this);
    this.subscribe = this.subscribe.bind(this);
  }

  getChildContext() {
    return { preferences: { get: () => this.values, set: this.set, subscribe: this.subscribe } };
  }

  componentWillMount() {
    this.applyTheme();
  }

  set(changes) {
    this.values = { ...this.values, ...changes };
    write(PREFERENCES_KEY, this.values);
    this.applyTheme();
    this.listeners.forEach(listener => listener());
  }

  subscribe(listener) {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter(item => item !== listener);
    };
  }

  applyTheme() {
    document.body.className = `theme-${this.values.theme}`;
  }

  render() {
    return React.Children.only(this.props.children);
  }
}

PreferencesProvider.childContextTypes = contextTypes;

PreferencesProvider.propTypes = {
  children: PropTypes.element.isRequired
};

// Gives a component the props `preferences` and `setPreferences`.
export function withPreferences(Wrapped) {
  class WithPreferences extends Component {
    constructor(props, context) {
      super(props, context);
      this.state = { preferences: context.preferences.get() };
    }

    componentWillMount() {
      const { get, subscribe } = this.context.preferences;
      this.unsubscribe = subscribe(() => this.setState({ preferences: get() }));
    }

    componentWillUnmount() {
      this.unsubscribe();
    }

    render() {
      return (
        <Wrapped
          {...this.props}
          preferences={this.state.preferences}
          setPreferences={this.context.preferences.set}
        />
      );
    }
  }

  WithPreferences.contextTypes = contextTypes;
  WithPreferences.displayName = `WithPreferences(${Wrapped.name})`;

  return WithPreferences;
}
