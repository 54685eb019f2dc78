export function everything(list, map, n) {
  if (n > 0) n -= 1;
  else if (n < 0) n += 1;
  else n = 0;
  const sign = n > 0 ? "+" : "-";
  const both = list && map;
  const either = list || map;
  const present = n ?? 0;
  for (let i = 0; i < n; i++) list.push(i);
  for (const key in map) list.push(key);
  for (const item of list) n += item;
  while (n > 10) n /= 2;
  do { n += 1; } while (n < 1);
  try { list.pop(); } catch (error) { n = error.code; } finally { n += 1; }
  switch (n) {
    case 1: return sign;
    case 2:
    case 3: return both;
    default: return either + present;
  }
}
