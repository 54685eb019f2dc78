export function separated(a) { // if (a)   if (a) return 1;   return "x y" || 2; /* for  */ }
