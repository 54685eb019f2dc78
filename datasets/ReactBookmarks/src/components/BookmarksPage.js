import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import BookmarkItem from './BookmarkItem';
import { clearBookmarks } from '../actions/bookmarks';

const ORDERS = {
  added: (a, b) => b.added - a.added,
  priority: (a, b) => a.priority - b.priority,
  title: (a, b) => a.title.localeCompare(b.title)
};

class BookmarksPage extends Component {
  constructor(props) {
    super(props);
    this.state = { order: 'added' };
    this.handleOrder = this.handleOrder.bind(this);
    this.handleClear = this.handleClear.bind(this);
  }

  handleOrder(event) {
    this.setState({ order: event.target.value });
  }

  handleClear() {
    if (window.confirm('Remove all bookmarks?')) {
      this.props.clearBookmarks();
    }
  }

  render() {
    const { order } = this.state;
    const bookmarks = this.props.bookmarks.sort(ORDERS[order]);

    if (bookmarks.length === 0) {
      return (
        <main>
          <p className="hint">
            Nothing is bookmarked yet. Find podcasts under Discover.
          </p>
        </main>
      );
    }
    return (
      <main>
        <div className="toolbar">
          <select value={order} onChange={this.handleOrder}>
            <option value="added">Newest first</option>
            <option value="priority">By priority</option>
            <option value="title">By title</option>
          </select>
          <button type="button" onClick={this.handleClear}>
            Remove all
          </button>
        </div>
        <ul className="cards">
          {bookmarks.map((bookmark, index) => (
            <BookmarkItem key={index} bookmark={bookmark} />
          ))}
        </ul>
      </main>
    );
  }
}

BookmarksPage.propTypes = {
  bookmarks: PropTypes.arrayOf(PropTypes.object).isRequired,
  clearBookmarks: PropTypes.func.isRequired
};

const mapStateToProps = state => ({ bookmarks: state.bookmarks });

export default connect(mapStateToProps, { clearBookmarks })(BookmarksPage);
