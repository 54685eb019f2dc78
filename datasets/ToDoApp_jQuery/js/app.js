$(document).ready(function () {
  var filter = 'all';
  var category = '';

  function isVisible(todo) {
    if (category && todo.category !== category) {
      return false;
    }
    if (filter === 'active') {
      return !todo.completed;
    }
    return filter === 'all' || todo.completed;
  }

  function todoHtml(todo) {
    return '<li data-id="' + todo.id + '" class="' + (todo.completed ? 'completed' : '') + '">' +
      '<input type="checkbox" class="toggle"' + (todo.completed ? ' checked' : '') + '>' +
      '<span class="text">' + todo.text + '</span>' +
      '<span class="category ' + todo.category + '">' + todo.category + '</span>' +
      '<a href="#" class="edit" title="Edit">&#9998;</a>' +
      '<a href="#" class="delete" title="Delete">&times;</a>' +
      '</li>';
  }

  function render() {
    var html = '';
    $.each(TodoStore.todos, function (i, todo) {
      if (isVisible(todo)) {
        html += todoHtml(todo);
      }
    });
    $('#todo-list').html(html);
    $('#empty').toggle(html === '');

    var active = TodoStore.active().length;
    $('#count').text(active + (active === 1 ? ' item left' : ' items left'));
    $('#total').text(TodoStore.todos.length + ' in total');
    $('#complete-all').toggle(active > 0);
    $('#clear-completed').toggle(active < TodoStore.todos.length);
  }

  function showMessage(text) {
    $('#message').text(text).show().delay(2500).fadeOut();
  }

  function idOf(element) {
    return $(element).closest('li').data('id');
  }

  $('#new-todo').submit(function (e) {
    e.preventDefault();
    var text = $.trim($('#new-text').val());
    if (!text) {
      showMessage('Please enter some text.');
    } else {
      TodoStore.add(text, $('#new-category').val());
      $('#new-text').val('').focus();
      render();
    }
  });

  $('#filters').on('click', 'a', function (e) {
    e.preventDefault();
    filter = $(this).data('filter');
    $('#filters a').removeClass('selected');
    $(this).addClass('selected');
    render();
  });

  $('#category-filter').change(function () {
    category = $(this).val();
    render();
  });

  $('#todo-list').on('change', '.toggle', function () {
    TodoStore.get(idOf(this)).completed = this.checked;
    render();
  });

  $('#todo-list').on('click', '.delete', function (e) {
    e.preventDefault();
    TodoStore.remove(idOf(this));
    render();
    $('#undo-bar span').html('Deleted "' + TodoStore.lastRemoved.todo.text + '".');
    $('#undo-bar').stop(true).show().delay(5000).fadeOut();
  });

  $('#undo').click(function (e) {
    e.preventDefault();
    TodoStore.restore();
    $('#undo-bar').hide();
    render();
  });

  $('#todo-list').on('click', '.edit', function (e) {
    e.preventDefault();
    var $item = $(this).closest('li');
    var todo = TodoStore.get(idOf(this));
    $item.html(
      '<form class="edit-form">' +
      '<input type="text" class="edit-text" maxlength="60">' +
      '<select class="edit-category">' + $('#new-category').html() + '</select>' +
      '<button type="submit">Save</button>' +
      '<a href="#" class="cancel">Cancel</a>' +
      '</form>'
    );
    $item.find('.edit-category').val(todo.category);
    $item.find('.edit-text').val(todo.text).focus().select();
  });

  $('#todo-list').on('submit', '.edit-form', function (e) {
    e.preventDefault();
    var text = $.trim($(this).find('.edit-text').val());
    if (!text) {
      showMessage('Please enter some text.');
    } else {
      TodoStore.update(idOf(this), text, $(this).find('.edit-category').val());
      render();
    }
  });

  $('#todo-list').on('keyup', '.edit-text', function (e) {
    if (e.which === 27) {
      render();
    }
  });

  $('#todo-list').on('click', '.cancel', function (e) {
    e.preventDefault();
    render();
  });

  $('#complete-all').click(function (e) {
    e.preventDefault();
    TodoStore.completeAll();
    render();
  });

  $('#clear-completed').click(function (e) {
    e.preventDefault();
    TodoStore.clearCompleted();
    render();
  });

  render();
});
