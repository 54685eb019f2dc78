import React, { Component } from 'react';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { Prompt } from 'react-router-dom';
import Field from '../components/Field';
import { loadSites } from '../store/sites';
import { loadSurvey, saveSurvey } from '../store/surveys';
import { routerPropTypes, siteShape, surveyShape } from '../utils/propTypes';
import { NOTE_LENGTH, SURVEY_RULES, check, validate } from '../utils/validation';

const NEW_SURVEY = {
  title: '',
  siteId: '',
  status: 'planned',
  date: '',
  start: '06:30',
  distance: '2.5',
  places: '4',
  note: ''
};

class SurveyFormScreen extends Component {
  constructor(props) {
    super(props);
    this.state = { values: NEW_SURVEY, errors: {}, dirty: false };
    this.handleBlur = this.handleBlur.bind(this);
    this.handleChange = this.handleChange.bind(this);
    this.handleSubmit = this.handleSubmit.bind(this);
  }

  componentDidMount() {
    const { id } = this.props.match.params;

    this.props.loadSites();
    if (id) {
      this.props.loadSurvey(id);
    }
  }

  // The inputs want text, the survey has numbers.
  componentWillReceiveProps({ survey, formErrors, match }) {
    if (survey && survey.id === match.params.id && !this.state.values.id) {
      const numbers = { distance: String(survey.distance), places: String(survey.places) };
      this.setState({ values: { ...survey, ...numbers } });
    }
    if (formErrors !== this.props.formErrors) {
      this.setState({ errors: formErrors });
    }
  }

  handleChange(event) {
    const { name, value } = event.target;
    this.setState({ values: { ...this.state.values, [name]: value }, dirty: true });
  }

  handleBlur(event) {
    const { name, value } = event.target;
    this.setState({ errors: { ...this.state.errors, [name]: check(SURVEY_RULES[name], value) } });
  }

  handleSubmit(event) {
    event.preventDefault();
    const { values } = this.state;
    const errors = validate(SURVEY_RULES, values);
    this.setState({ errors });

    if (Object.keys(errors).length === 0) {
      this.save({
        ...values,
        title: values.title.trim(),
        distance: Number(values.distance),
        places: Number(values.places)
      });
    }
  }

  save(survey) {
    this.props.saveSurvey(survey).then(saved => {
      if (saved) {
        this.setState({ dirty: false }, () => this.props.history.push(`/surveys/${saved.id}`));
      }
    });
  }

  field(name) {
    return {
      name,
      value: this.state.values[name],
      error: this.state.errors[name],
      onChange: this.handleChange,
      onBlur: this.handleBlur
    };
  }

  render() {
    const { match, sites, saving, error } = this.props;
    const { values, dirty } = this.state;

    if (match.params.id && !values.id) {
      return <p className="empty">{error || 'Loading survey…'}</p>;
    }
    return (
      <form className="survey-form" onSubmit={this.handleSubmit} noValidate>
        <Prompt when={dirty} message="Leave without saving?" />
        <h1>{match.params.id ? 'Edit survey' : 'Plan a survey'}</h1>
        <Field label="Title" {...this.field('title')} />
        <Field as="select" label="Site" {...this.field('siteId')}>
          <option value="">Choose…</option>
          {sites.map(site => <option key={site.id} value={site.id}>{site.name}</option>)}
        </Field>
        <Field label="Date" type="date" {...this.field('date')} />
        <Field label="Start" type="time" {...this.field('start')} />
        <Field label="Route (km)" type="number" step="0.1" {...this.field('distance')} />
        <Field label="Places in the crew" type="number" {...this.field('places')} />
        <Field
          as="textarea"
          label="Note"
          rows={4}
          hint={`${values.note.length} of ${NOTE_LENGTH} characters`}
          {...this.field('note')}
        />
        <button type="submit" disabled={saving}>{saving ? 'Saving…' : 'Save'}</button>
      </form>
    );
  }
}

SurveyFormScreen.propTypes = {
  ...routerPropTypes,
  survey: surveyShape,
  sites: PropTypes.arrayOf(siteShape).isRequired,
  error: PropTypes.string.isRequired,
  formErrors: PropTypes.objectOf(PropTypes.string).isRequired,
  saving: PropTypes.bool.isRequired,
  loadSites: PropTypes.func.isRequired,
  loadSurvey: PropTypes.func.isRequired,
  saveSurvey: PropTypes.func.isRequired
};

const mapStateToProps = ({ surveys, sites }) => ({
  survey: surveys.current,
  error: surveys.error,
  formErrors: surveys.formErrors,
  saving: surveys.saving,
  sites: sites.items
});

export default connect(mapStateToProps, { loadSites, loadSurvey, saveSurvey })(SurveyFormScreen);
