import React, { Component } from 'react';
import PropTypes from 'prop-types';
import BookmarkButton from './BookmarkButton';

export default class PodcastCard extends Component {
  render() {
    const { podcast } = this.props;

    return (
      <li className="card">
        <img src={podcast.cover} width="96" height="96" />
        <div className="card-text">
          <h2>
            <a href={podcast.website} target="_blank">
              {podcast.title}
            </a>
          </h2>
          <p className="author">{podcast.author}</p>
          <p>{podcast.description}</p>
          <p className="facts">
            {podcast.topic}, {podcast.episodes} episodes
          </p>
        </div>
        <BookmarkButton podcast={podcast} />
      </li>
    );
  }
}

PodcastCard.propTypes = {
  podcast: PropTypes.shape({
    id: PropTypes.string.isRequired,
    title: PropTypes.string.isRequired,
    author: PropTypes.string.isRequired,
    description: PropTypes.string.isRequired,
    topic: PropTypes.string.isRequired,
    episodes: PropTypes.number.isRequired,
    cover: PropTypes.string,
    website: PropTypes.string
  }).isRequired
};
