export const environment = {
  apiUrl: 'https://archive.weather.example.com/v1',
};
