export function plural(count, word) {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

export function timeAgo(iso) {
  const seconds = Math.floor((Date.now() - new Date(iso).getTime()) / 1000);
  if (seconds < 60) {
    return 'just now';
  }
  if (seconds < 3600) {
    return plural(Math.floor(seconds / 60), 'minute') + ' ago';
  }
  if (seconds < 86400) {
    return plural(Math.floor(seconds / 3600), 'hour') + ' ago';
  }
  return plural(Math.floor(seconds / 86400), 'day') + ' ago';
}
