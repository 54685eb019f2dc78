import { useState, type ReactNode } from "react";
export const identity = <T,>(value: T): T => value;
export const first = <T extends unknown>(items: T[]): T | undefined => items.length ? items[0] : undefined;
export function List<T>({ items, render }: { items: T[]; render: (item: T) => ReactNode }) {
  const [open, setOpen] = useState<boolean>(false);
  return <ul onClick={() => setOpen(!open)}>{open && items.map((item, i) => <li key={i}>{render(item)}</li>)}</ul>;
}
export const table = <List<string> items={["a"]} render={(x) => <b>{x}</b>} />;
