// Whole number between min and max, both included.
export function randomInt(min, max) {
  return min + Math.floor(Math.random() * (max - min + 1));
}

export function shuffle(list) {
  return list.slice().sort(() => Math.random() - 0.5);
}

function randomValues(size) {
  return Array.from({ length: size }, () => randomInt(1, 100));
}

export function createValues(size, pattern) {
  const ascending = Array.from({ length: size }, (_, i) => Math.round(((i + 1) * 100) / size));

  switch (pattern) {
    case 'shuffled':
      return shuffle(ascending);
    case 'reversed':
      return ascending.reverse();
    case 'nearly':
      for (let i = 0; i < Math.ceil(size / 10); i++) {
        const a = randomInt(0, size - 1);
        const b = randomInt(0, size - 1);
        [ascending[a], ascending[b]] = [ascending[b], ascending[a]];
      }
      return ascending;
    case 'few':
      return randomValues(size).map(value => Math.ceil(value / 25) * 25);
    default:
      return randomValues(size);
  }
}
