// Runs a sorting algorithm on a copy of the input and keeps one frame for every comparison and every write.
export default function createRecorder(input) {
  const values = input.slice();
  const frames = [];
  const sorted = [];
  let comparisons = 0;
  let writes = 0;

  function record(frame) {
    frames.push({
      values: values.slice(),
      active: [],
      changed: [],
      sorted: sorted.slice(),
      pivot: null,
      line: -1,
      comparisons,
      writes,
      ...frame
    });
  }

  record({});

  return {
    frames,
    values,
    length: values.length,

    // negative, 0 or positive, like a comparator
    compare(i, j, line, pivot = null) {
      comparisons++;
      record({ active: [i, j], line, pivot });
      return values[i] - values[j];
    },

    compareValue(i, value, line) {
      comparisons++;
      record({ active: [i], line });
      return values[i] - value;
    },

    swap(i, j, line, pivot = null) {
      if (i === j) {
        return;
      }
      const held = values[i];
      values[i] = values[j];
      values[j] = held;
      writes += 2;
      record({ changed: [i, j], line, pivot });
    },

    write(i, value, line) {
      values[i] = value;
      writes++;
      record({ changed: [i], line });
    },

    markSorted(i) {
      if (sorted.indexOf(i) === -1) {
        sorted.push(i);
      }
    },

    finish() {
      for (let i = 0; i < values.length; i++) {
        this.markSorted(i);
      }
      record({});
      return frames;
    }
  };
}
