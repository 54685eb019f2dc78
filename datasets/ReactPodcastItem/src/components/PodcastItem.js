import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import ReviewForm from './ReviewForm';
import { addReview, loadPodcast, setSubscribed } from '../store/podcast';

class PodcastItem extends Component {
  componentWillMount() {
    this.props.loadPodcast(this.props.id);
  }

  render() {
    const { id, podcast, message } = this.props;

    if (!podcast) {
      return <p className="message">Loading…</p>;
    }
    return (
      <article className="podcast">
        <img src={podcast.cover} />
        <h1>{podcast.title}</h1>
        <p className="author">by {podcast.author}</p>
        <div dangerouslySetInnerHTML={{ __html: podcast.description }} />
        <button
          className="subscribe"
          aria-pressed={podcast.subscribed}
          onClick={() => this.props.setSubscribed(id, !podcast.subscribed)}
        >
          {podcast.subscribed ? 'Unsubscribe' : 'Subscribe'}
        </button>
        <h2>Reviews</h2>
        {message && <p className="message">{message}</p>}
        <ul>
          {podcast.reviews.map((review, index) => (
            <li key={index}>
              <strong>{'★'.repeat(review.stars)}</strong> {review.text}
              <em> – {review.name}</em>
            </li>
          ))}
        </ul>
        <ReviewForm onReview={review => this.props.addReview(id, review)} />
      </article>
    );
  }
}

PodcastItem.propTypes = {
  id: PropTypes.string.isRequired,
  podcast: PropTypes.object,
  message: PropTypes.string.isRequired,
  addReview: PropTypes.func.isRequired,
  loadPodcast: PropTypes.func.isRequired,
  setSubscribed: PropTypes.func.isRequired
};

export default connect(state => state, { addReview, loadPodcast, setSubscribed })(PodcastItem);
