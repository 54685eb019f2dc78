export const marked = (a: number) => a || 1;
