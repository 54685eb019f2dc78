import { combineReducers } from 'redux';
import saved from './saved';
import vacancies from './vacancies';
import vacancy from './vacancy';

export default combineReducers({ saved, vacancies, vacancy });
