import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import PodcastCard from './PodcastCard';
import { searchPodcasts } from '../actions/podcasts';

class DiscoverPage extends Component {
  constructor(props) {
    super(props);
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentWillMount() {
    this.props.searchPodcasts('', '');
  }

  handleSubmit(event) {
    event.preventDefault();
    const { words, topic } = this.refs;
    this.props.searchPodcasts(words.value, topic.value);
  }

  render() {
    const { podcasts, loading, error } = this.props;

    return (
      <main>
        <form className="search" onSubmit={this.handleSubmit}>
          <input ref="words" type="search" placeholder="Title or author" />
          <select ref="topic">
            <option value="">All topics</option>
            <option value="history">History</option>
            <option value="music">Music</option>
            <option value="nature">Nature</option>
            <option value="science">Science</option>
          </select>
          <button type="submit">Search</button>
        </form>
        {loading && <p className="hint">Searching…</p>}
        {error && <p className="error">The search failed: {error}</p>}
        <ul className="cards">
          {podcasts.map(podcast => (
            <PodcastCard key={podcast.id} podcast={podcast} />
          ))}
        </ul>
      </main>
    );
  }
}

DiscoverPage.propTypes = {
  podcasts: PropTypes.arrayOf(PropTypes.object).isRequired,
  loading: PropTypes.bool.isRequired,
  error: PropTypes.string.isRequired,
  searchPodcasts: PropTypes.func.isRequired
};

const mapStateToProps = state => ({
  podcasts: state.podcasts.items,
  loading: state.podcasts.loading,
  error: state.podcasts.error
});

export default connect(mapStateToProps, { searchPodcasts })(DiscoverPage);
