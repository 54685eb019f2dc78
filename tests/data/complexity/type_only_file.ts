import type { A } from "./a";
import { type B, default as C } from "./b";
export interface Props<T = string> { value: T; onChange?(value: T): void; render: (value: T) => A | B }
export type Action = { type: "add"; item: C } | { type: "remove"; id: number };
export type Mapper<T> = { -readonly [K in keyof T]-?: T[K] extends Function ? never : K }[keyof T];
export * as helpers from "./helpers";
export type * from "./everything";
export interface Article { abstract: string; abstract2?: string; text: { abstract?: string } }
