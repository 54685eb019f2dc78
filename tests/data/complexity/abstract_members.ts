export abstract class Shape {
  abstract area(scale: number): number;
  abstract get name(): string;
  abstract set name(value: string);
  protected abstract readonly sides: number;
  abstract build?: () => Shape;
  describe() { return this.sides > 4 ? `${this.name} many` : this.name; }
}
export const Anonymous = abstract_();
function abstract_() { return class extends Shape { area() { return 0; } name = "none"; sides = 0; }; }
