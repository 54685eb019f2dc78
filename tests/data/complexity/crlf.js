export function crlf(a) {
  // if (a)
  if (a) {
    return `x
${a || 1}`;
  }
  return 0
}
