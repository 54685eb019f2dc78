import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { addBookmark, removeBookmark } from '../actions/bookmarks';

class BookmarkButton extends Component {
  constructor(props) {
    super(props);
    this.handleClick = this.handleClick.bind(this);
  }

  handleClick() {
    const { podcast, bookmarked } = this.props;

    if (bookmarked) {
      this.props.removeBookmark(podcast.id);
    } else {
      this.props.addBookmark(podcast);
    }
  }

  render() {
    const { bookmarked } = this.props;

    return (
      <button
        type="button"
        className="bookmark"
        aria-pressed={bookmarked}
        title="Bookmark"
        onClick={this.handleClick}
      >
        <svg width="20" height="24" viewBox="0 0 20 24">
          <path d="M3 2h14v20l-7-6-7 6z" />
        </svg>
      </button>
    );
  }
}

BookmarkButton.propTypes = {
  podcast: PropTypes.object.isRequired,
  bookmarked: PropTypes.bool.isRequired,
  addBookmark: PropTypes.func.isRequired,
  removeBookmark: PropTypes.func.isRequired
};

const mapStateToProps = (state, { podcast }) => ({
  bookmarked: state.bookmarks.some(bookmark => bookmark.id === podcast.id)
});

export default connect(
  mapStateToProps,
  { addBookmark, removeBookmark }
)(BookmarkButton);
