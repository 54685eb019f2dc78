type IsText<T> = T extends string ? true : T extends number ? false : never;
type Unwrap<T> = T extends Promise<infer U extends object> ? Unwrap<U> : T;
type Getters<T> = { readonly [K in keyof T as `get${Capitalize<string & K>}`]?: () => T[K] };
type Predicate = (value: unknown) => value is string;
type Method = { run(a: number): void; new (b: string): Method; (c?: boolean): void; get x(): number };
type Maker = abstract new (...items: any[]) => object;
export function assertText(value: unknown): asserts value is string { if (typeof value !== "string") throw new Error(); }
export const kind = <T,>(value: T): IsText<T> => (typeof value === "string") as IsText<T>;
export type { Unwrap, Getters, Predicate, Method, Maker };
