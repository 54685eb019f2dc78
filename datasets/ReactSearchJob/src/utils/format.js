export function formatSalary(salary) {
  if (!salary) {
    return 'Salary not stated';
  }

  const from = Number(salary.from).toLocaleString('en-GB');
  const to = Number(salary.to).toLocaleString('en-GB');

  if (salary.from && salary.to) {
    return from + ' – ' + to + ' ' + salary.currency;
  }
  return (salary.from ? 'from ' + from : 'up to ' + to) + ' ' + salary.currency;
}

export function formatDate(iso) {
  const days = Math.floor((Date.now() - new Date(iso)) / 86400000);

  return days === 0 ? 'today' : days + ' days ago';
}

export function shorten(text, length) {
  if (text.length <= length) {
    return text;
  }
  return text.slice(0, text.lastIndexOf(' ', length)) + '…';
}

function salaryValue(vacancy) {
  return vacancy.salary ? vacancy.salary.to || vacancy.salary.from : 0;
}

export function sortBySalary(vacancies) {
  return vacancies.sort((a, b) => salaryValue(b) - salaryValue(a));
}
