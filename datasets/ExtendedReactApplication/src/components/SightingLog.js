import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import SightingForm from './SightingForm';
import { addSighting, removeSighting } from '../store/surveys';
import { plural } from '../utils/format';
import { surveyShape } from '../utils/propTypes';

class SightingLog extends Component {
  constructor(props) {
    super(props);
    this.handleAdd = this.handleAdd.bind(this);
  }

  // A reader at the end of the list stays there when a line is added.
  componentWillUpdate() {
    const { list } = this.refs;
    this.atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
  }

  componentDidUpdate() {
    const { list } = this.refs;
    if (this.atEnd) {
      list.scrollTop = list.scrollHeight;
    }
  }

  handleAdd(values) {
    this.props.addSighting(this.props.survey, values);
  }

  renderSighting(sighting) {
    const { survey, userId } = this.props;
    const own = survey.status === 'running' && sighting.observer.id === userId;

    return (
      <li key={sighting.id} className="sighting">
        <span className="time">{sighting.time}</span> {sighting.count} × {sighting.species}
        <span className="observer">{sighting.observer.name}</span>
        {own && (
          <button className="close" onClick={() => this.props.removeSighting(survey, sighting.id)}>×</button>
        )}
      </li>
    );
  }

  render() {
    const { survey, userId } = this.props;
    const birds = survey.sightings.reduce((sum, sighting) => sum + sighting.count, 0);
    const inCrew = survey.crew.some(member => member.id === userId);

    return (
      <section className="sightings">
        <h2>Sightings</h2>
        <p>{plural(birds, 'bird')} in {plural(survey.sightings.length, 'sighting')}</p>
        <ol className="sighting-list" ref="list">
          {survey.sightings.map(sighting => this.renderSighting(sighting))}
        </ol>
        {survey.status === 'running' && inCrew && <SightingForm onAdd={this.handleAdd} />}
      </section>
    );
  }
}

SightingLog.propTypes = {
  survey: surveyShape.isRequired,
  userId: PropTypes.string,
  addSighting: PropTypes.func.isRequired,
  removeSighting: PropTypes.func.isRequired
};

const mapStateToProps = ({ session }) => ({ userId: session.user ? session.user.id : null });

export default connect(mapStateToProps, { addSighting, removeSighting })(SightingLog);
