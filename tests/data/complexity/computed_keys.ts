declare const flag: string | undefined;
export const table = { [flag || "a"]() { return 1; }, [flag ? "b" : "c"]: 2 };
export class Outside {
  [flag ?? "x"] = 1;
  [flag || "y"]() {}
  static [flag && "z"] = flag || 1;
}
export function inside() {
  return class {
    [flag ?? "x"] = 1;
    [flag || "y"]() {}
    get [flag ? "p" : "q"]() { return flag || 0; }
    [flag && "uninitialised"]: number;
  };
}
