export default function insertionSort(rec) {
  for (let i = 1; i < rec.length; i++) {
    const value = rec.values[i];
    let j = i - 1;
    while (j >= 0 && rec.compareValue(j, value, 3) > 0) {
      rec.write(j + 1, rec.values[j], 4);
      j--;
    }
    if (j + 1 !== i) {
      rec.write(j + 1, value, 6);
    }
  }
}
