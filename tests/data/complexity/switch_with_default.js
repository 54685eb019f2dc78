export function reducer(state = { items: [] }, action = {}) {
  switch (action.type) {
    case "add":
    case "insert": {
      return { items: state.items.concat(action.item) };
    }
    case "remove":
      return { items: state.items.filter((item) => item !== action.item) };
    case action.special || "special":
      return state;
    default:
      return state;
  }
}
export function onlyDefault(x) { switch (x) { default: return 1; } }
