export function grade(points: number, strict?: boolean): string {
  return points > 90 ? "A"
    : points > 80 ? (strict ? "B-" : "B")
    : points > 70 ? "C"
    : points ?.5 > points ? "D" : "E" : "F";
}
