// The median of the first, middle and last value is moved to the end and used as the pivot.
function choosePivot(rec, low, high) {
  const middle = Math.floor((low + high) / 2);
  if (rec.compare(middle, low, 2) < 0) {
    rec.swap(middle, low, 2);
  }
  if (rec.compare(high, low, 2) < 0) {
    rec.swap(high, low, 2);
  }
  if (rec.compare(middle, high, 2) < 0) {
    rec.swap(middle, high, 2);
  }
  return high;
}

function partition(rec, low, high) {
  const pivot = choosePivot(rec, low, high);
  let border = low;
  for (let i = low; i < high; i++) {
    if (rec.compare(i, pivot, 4, pivot) < 0) {
      rec.swap(i, border, 5, pivot);
      border++;
    }
  }
  rec.swap(border, high, 6, pivot);
  return border;
}

export default function quickSort(rec, low = 0, high = rec.length - 1) {
  if (low >= high) {
    if (low === high) {
      rec.markSorted(low);
    }
    return;
  }
  const border = partition(rec, low, high);
  rec.markSorted(border);
  quickSort(rec, low, border - 1);
  quickSort(rec, border + 1, high);
}
