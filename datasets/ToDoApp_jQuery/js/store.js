// Keeps the todos in memory, they are gone after a reload.
var TodoStore = {
  nextId: 4,
  lastRemoved: null,
  todos: [
    { id: 1, text: 'Water the plants', category: 'home', completed: false },
    { id: 2, text: 'Send the weekly report', category: 'work', completed: true },
    { id: 3, text: 'Buy coffee beans', category: 'shopping', completed: false }
  ],

  indexOf: function (id) {
    for (var i = 0; i < this.todos.length; i++) {
      if (this.todos[i].id == id) {
        return i;
      }
    }
    return -1;
  },

  get: function (id) {
    return this.todos[this.indexOf(id)];
  },

  add: function (text, category) {
    this.todos.push({ id: this.nextId++, text: text, category: category, completed: false });
  },

  update: function (id, text, category) {
    var todo = this.get(id);
    todo.text = text;
    todo.category = category;
  },

  remove: function (id) {
    var index = this.indexOf(id);
    this.lastRemoved = { todo: this.todos[index], index: index };
    this.todos.splice(index, 1);
  },

  restore: function () {
    if (this.lastRemoved) {
      this.todos.splice(this.lastRemoved.index, 0, this.lastRemoved.todo);
      this.lastRemoved = null;
    }
  },

  completeAll: function () {
    $.each(this.todos, function (i, todo) {
      todo.completed = true;
    });
  },

  active: function () {
    return $.grep(this.todos, function (todo) {
      return !todo.completed;
    });
  },

  clearCompleted: function () {
    this.todos = this.active();
  }
};
