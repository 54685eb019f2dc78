export function loadTodos(key) {
  var saved = localStorage.getItem(key);
  if (!saved) {
    return [];
  }

  try {
    return JSON.parse(saved);
  } catch (e) {
    console.log('Could not read the saved errands', e);
    return [];
  }
}

export function saveTodos(key, todos) {
  localStorage.setItem(key, JSON.stringify(todos));
}
