function merge(rec, low, middle, high) {
  const merged = [];
  let left = low;
  let right = middle;

  while (left < middle && right < high) {
    if (rec.compare(left, right, 5) <= 0) {
      merged.push(rec.values[left++]);
    } else {
      merged.push(rec.values[right++]);
    }
  }
  while (left < middle) {
    merged.push(rec.values[left++]);
  }
  while (right < high) {
    merged.push(rec.values[right++]);
  }
  merged.forEach((value, offset) => rec.write(low + offset, value, 6));
}

export default function mergeSort(rec, low = 0, high = rec.length) {
  if (high - low < 2) {
    return;
  }
  const middle = Math.floor((low + high) / 2);
  mergeSort(rec, low, middle);
  mergeSort(rec, middle, high);
  merge(rec, low, middle, high);
}
