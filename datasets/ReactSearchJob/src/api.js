import axios from 'axios';
import queryString from 'query-string';
import { PER_PAGE } from './constants';

const client = axios.create({
  baseURL: 'https://api.vacancyhub.example.com/v2',
  timeout: 15000,
  params: { app_key: 'next-desk-web-0418' },
  paramsSerializer: params => queryString.stringify(params)
});

client.interceptors.response.use(response => response.data);

// The hub ignores parameters without a value. It can order by date, but not by salary.
export function fetchVacancies(filters) {
  return client.get('/vacancies', {
    params: {
      text: filters.text,
      place: filters.place,
      salary_from: filters.salary,
      currency: 'EUR',
      employment: filters.type,
      published_within: filters.days,
      order_by: filters.order === 'date' ? 'published_at' : 'relevance',
      page: filters.page,
      per_page: PER_PAGE
    }
  });
}

export function fetchVacancy(id) {
  return client.get('/vacancies/' + id);
}

export function fetchRelated(id) {
  return client.get('/vacancies/' + id + '/related', { params: { limit: 4 } });
}
