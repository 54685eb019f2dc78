import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';
import { joinCrew, leaveCrew } from '../store/surveys';
import { surveyShape, userShape } from '../utils/propTypes';

class CrewPanel extends Component {
  constructor(props) {
    super(props);
    this.handleJoin = this.handleJoin.bind(this);
    this.handleLeave = this.handleLeave.bind(this);
  }

  handleJoin() {
    this.props.joinCrew(this.props.survey, this.props.user);
  }

  handleLeave() {
    this.props.leaveCrew(this.props.survey, this.props.user);
  }

  renderAction() {
    const { survey, user } = this.props;

    if (!user) {
      return <Link to={{ pathname: '/login', state: { from: `/surveys/${survey.id}` } }}>Sign in to join</Link>;
    }
    if (survey.crew.some(member => member.id === user.id)) {
      return <button type="button" onClick={this.handleLeave}>Leave the crew</button>;
    }
    return (
      <button type="button" disabled={survey.crew.length >= survey.places} onClick={this.handleJoin}>
        Join the crew
      </button>
    );
  }

  render() {
    const { survey } = this.props;

    return (
      <section className="crew">
        <h2>Crew ({survey.crew.length} of {survey.places})</h2>
        <ul>
          {survey.crew.map(member => <li key={member.id}>{member.name}</li>)}
        </ul>
        {survey.status === 'planned' && this.renderAction()}
      </section>
    );
  }
}

CrewPanel.propTypes = {
  survey: surveyShape.isRequired,
  user: userShape,
  joinCrew: PropTypes.func.isRequired,
  leaveCrew: PropTypes.func.isRequired
};

const mapStateToProps = ({ session }) => ({ user: session.user });

export default connect(mapStateToProps, { joinCrew, leaveCrew })(CrewPanel);
