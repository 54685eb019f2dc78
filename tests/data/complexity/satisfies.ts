type Theme = Record<string, string | (() => string)>;
export const theme = { primary: "red", accent: () => "blue" } satisfies Theme;
export const choose = (dark: boolean) => (dark ? theme.accent() : theme.primary) satisfies string as string;
export const fixed = <const T extends readonly unknown[]>(items: T) => items[0]!;
