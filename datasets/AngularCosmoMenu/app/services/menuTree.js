'use strict';

// Operations on the nested entries of a menu. Each entry has its sub-entries in `children`.
angular.module('cosmo.menu').factory('menuTree', ['MAX_DEPTH', function (MAX_DEPTH) {
  function depth(entry) {
    var deepest = 0;
    entry.children.forEach(function (child) {
      deepest = Math.max(deepest, depth(child));
    });
    return deepest + 1;
  }

  function isBroken(entry) {
    if (!entry.label) {
      return true;
    }
    return entry.kind === 'page' ? !entry.pageId : !/^(https?:|mailto:|\/|#)/.test(entry.url);
  }

  return {
    newEntry: function () {
      return {
        label: '',
        kind: 'page',
        pageId: null,
        url: '',
        audience: 'all',
        newTab: false,
        children: []
      };
    },

    move: function (entries, index, step) {
      entries.splice(index + step, 0, entries.splice(index, 1)[0]);
    },

    // Makes an entry the last child of the one above it.
    indent: function (entries, index, level) {
      if (index > 0 && level + depth(entries[index]) <= MAX_DEPTH) {
        entries[index - 1].children.push(entries.splice(index, 1)[0]);
      }
    },

    // Puts an entry right behind its parent.
    outdent: function (entries, index, parents, parent) {
      parents.splice(parents.indexOf(parent) + 1, 0, entries.splice(index, 1)[0]);
    },

    countBroken: function countBroken(entries) {
      return entries.reduce(function (sum, entry) {
        return sum + (isBroken(entry) ? 1 : 0) + countBroken(entry.children);
      }, 0);
    }
  };
}]);
