interface Shape { sides: number }
export function read(input: unknown): number {
  const shape = <Shape>input;
  const sides = (<any>shape).sides || <number>0;
  return sides > 2 ? <number>sides : (<Shape>{ sides: 1 }).sides;
}
export const generic = <T>(value: T): T => <T>value;
export const items = <Array<string>>[];
