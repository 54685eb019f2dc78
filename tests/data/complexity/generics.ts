export class Store<K extends string | number, V = Map<K, Array<Set<K>>>> {
  private items: Map<K, Array<V>> = new Map<K, Array<V>>();
  get<T extends V>(key: K, guard: (value: V) => value is T): T[] {
    return (this.items.get(key) ?? []).filter<T>((value): value is T => guard(value));
  }
  map<R>(change: (value: V) => R) { return [...this.items.values()].map<R[]>((list) => list.map(change)); }
}
export const identity = <T extends object>(value: T): T => value;
export const pair = <A, B = A>(a: A, b: B) => [a, b] as const;
export const store = new Store<string, number>().get<number>("a", (v): v is number => v > 0 && v >> 1 > 0);
const less = (a: number, b: number, c: number) => a < b && b > c;
export const made = less<never>;
