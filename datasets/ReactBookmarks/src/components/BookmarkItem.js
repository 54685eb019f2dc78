import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { changeBookmark, removeBookmark } from '../actions/bookmarks';

class BookmarkItem extends Component {
  constructor(props) {
    super(props);
    this.state = { note: props.bookmark.note };
    this.handleNote = this.handleNote.bind(this);
    this.handleNoteBlur = this.handleNoteBlur.bind(this);
    this.handlePriority = this.handlePriority.bind(this);
    this.handleRemove = this.handleRemove.bind(this);
  }

  componentWillReceiveProps(nextProps) {
    this.setState({ note: nextProps.bookmark.note });
  }

  handleNote(event) {
    this.setState({ note: event.target.value });
  }

  handleNoteBlur() {
    const { bookmark } = this.props;
    this.props.changeBookmark(bookmark.id, { note: this.state.note });
  }

  handlePriority(event) {
    const priority = Number(event.target.value);
    this.props.changeBookmark(this.props.bookmark.id, { priority });
  }

  handleRemove() {
    this.props.removeBookmark(this.props.bookmark.id);
  }

  render() {
    const { bookmark } = this.props;

    return (
      <li className={`card priority-${bookmark.priority}`}>
        <img src={bookmark.cover} width="96" height="96" />
        <div className="card-text">
          <h2>
            <a href={bookmark.website} target="_blank">
              {bookmark.title}
            </a>
          </h2>
          <p className="author">{bookmark.author}</p>
          <textarea
            placeholder="Why do you want to hear it?"
            maxLength="200"
            value={this.state.note}
            onChange={this.handleNote}
            onBlur={this.handleNoteBlur}
          />
          <p className="facts">
            Bookmarked on {new Date(bookmark.added).toLocaleDateString()}
          </p>
        </div>
        <div className="card-actions">
          <select value={bookmark.priority} onChange={this.handlePriority}>
            <option value="1">Hear next</option>
            <option value="2">Hear soon</option>
            <option value="3">Hear some day</option>
          </select>
          <button type="button" onClick={this.handleRemove}>
            Remove
          </button>
        </div>
      </li>
    );
  }
}

BookmarkItem.propTypes = {
  bookmark: PropTypes.shape({
    id: PropTypes.string.isRequired,
    title: PropTypes.string.isRequired,
    author: PropTypes.string.isRequired,
    note: PropTypes.string.isRequired,
    priority: PropTypes.oneOf([1, 2, 3]).isRequired,
    added: PropTypes.number.isRequired,
    cover: PropTypes.string,
    website: PropTypes.string
  }).isRequired,
  changeBookmark: PropTypes.func.isRequired,
  removeBookmark: PropTypes.func.isRequired
};

export default connect(null, { changeBookmark, removeBookmark })(BookmarkItem);
