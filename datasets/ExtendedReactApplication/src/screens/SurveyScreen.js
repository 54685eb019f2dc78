import React, { Component, Fragment } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Link } from 'react-router-dom';
import ConfirmButton from '../components/ConfirmButton';
import CrewPanel from '../components/CrewPanel';
import { withPreferences } from '../components/PreferencesProvider';
import SightingLog from '../components/SightingLog';
import { isCoordinator } from '../store/session';
import { loadSurvey, saveSurvey } from '../store/surveys';
import { STATUSES, formatDate, formatDistance } from '../utils/format';
import { preferencesShape, routerPropTypes, surveyShape } from '../utils/propTypes';

const REFRESH_EVERY = 30000;

class SurveyScreen extends Component {
  constructor(props) {
    super(props);
    this.load = this.load.bind(this);
  }

  componentWillMount() {
    this.load();
  }

  componentDidMount() {
    this.timer = setInterval(this.load, REFRESH_EVERY);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  load() {
    this.props.loadSurvey(this.props.match.params.id);
  }

  changeStatus(status) {
    this.props.saveSurvey({ ...this.props.survey, status });
  }

  renderActions() {
    const { survey, saving } = this.props;

    return (
      <div className="actions">
        {survey.status === 'planned' && (
          <Fragment>
            <Link to={`/surveys/${survey.id}/edit`}>Edit</Link>
            <button type="button" disabled={saving} onClick={() => this.changeStatus('running')}>
              Start survey
            </button>
            <ConfirmButton
              label="Cancel survey"
              question="The crew will be told. Cancel it?"
              disabled={saving}
              onConfirm={() => this.changeStatus('cancelled')}
            />
          </Fragment>
        )}
        {survey.status === 'running' && (
          <ConfirmButton label="Close survey" disabled={saving} onConfirm={() => this.changeStatus('closed')} />
        )}
      </div>
    );
  }

  renderFacts() {
    const { survey, preferences } = this.props;

    return (
      <dl className="facts">
        <dt>Site</dt>
        <dd><Link to={`/surveys?site=${survey.siteId}`}>{survey.siteName}</Link></dd>
        <dt>Date</dt>
        <dd>{formatDate(survey.date)}, {survey.start}</dd>
        <dt>Route</dt>
        <dd>{formatDistance(survey.distance, preferences.units)}</dd>
      </dl>
    );
  }

  render() {
    const { survey, error, canPlan } = this.props;

    if (!survey) {
      return <p className="empty">{error || 'Loading survey…'}</p>;
    }
    return (
      <Fragment>
        <h1>{survey.title}<span className={`badge badge-${survey.status}`}>{STATUSES[survey.status]}</span></h1>
        {canPlan && this.renderActions()}
        {this.renderFacts()}
        {survey.note && (
          <div className="note" dangerouslySetInnerHTML={{ __html: survey.note.replace(/\n/g, '<br>') }} />
        )}
        <CrewPanel survey={survey} />
        {survey.status !== 'planned' && <SightingLog survey={survey} />}
      </Fragment>
    );
  }
}

SurveyScreen.propTypes = {
  ...routerPropTypes,
  survey: surveyShape,
  error: PropTypes.string.isRequired,
  saving: PropTypes.bool.isRequired,
  canPlan: PropTypes.bool.isRequired,
  preferences: preferencesShape.isRequired,
  loadSurvey: PropTypes.func.isRequired,
  saveSurvey: PropTypes.func.isRequired
};

const mapStateToProps = state => ({
  survey: state.surveys.current,
  error: state.surveys.error,
  saving: state.surveys.saving,
  canPlan: isCoordinator(state)
});

export default connect(mapStateToProps, { loadSurvey, saveSurvey })(withPreferences(SurveyScreen));
