import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import BookmarksPage from './BookmarksPage';
import DiscoverPage from './DiscoverPage';

class App extends Component {
  constructor(props) {
    super(props);
    this.state = { page: 'discover' };
    this.handlePage = this.handlePage.bind(this);
  }

  handlePage(event) {
    this.setState({ page: event.target.value });
  }

  render() {
    const { page } = this.state;

    return (
      <div className="app">
        <header>
          <h1>Earshot</h1>
          <nav>
            <button
              value="discover"
              disabled={page === 'discover'}
              onClick={this.handlePage}
            >
              Discover
            </button>
            <button
              value="bookmarks"
              disabled={page === 'bookmarks'}
              onClick={this.handlePage}
            >
              Bookmarks ({this.props.count})
            </button>
          </nav>
        </header>
        {page === 'discover' ? <DiscoverPage /> : <BookmarksPage />}
      </div>
    );
  }
}

App.propTypes = {
  count: PropTypes.number.isRequired
};

const mapStateToProps = state => ({ count: state.bookmarks.length });

export default connect(mapStateToProps)(App);
